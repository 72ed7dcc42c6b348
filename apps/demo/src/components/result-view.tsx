import { useSignal } from '@preact/signals';
import { type RetainedRecord, resultText, type ToolResult } from 'cloche';
import type { VNode } from 'preact';
import type { Demo } from '../state/demo.ts';
import type { TimelineCall } from '../state/timeline.ts';
import { DiffView } from './diff-view.tsx';
import { downloadBlob } from './download-blob.ts';

/** Bytes of an output that the page shows; the rest can be downloaded. */
const MAX_SHOWN_BYTES = 262_144;

/** What a call answered: the change it made, its images, its text, and what was cut. */
export function ResultView({ call, result, demo }: { call: TimelineCall; result: ToolResult; demo: Demo }): VNode {
  const { diff, truncatedFromBytes, captureId, outputPath } = result.details;
  const text = resultText(result);
  return (
    <>
      {diff ? <DiffView diff={diff} /> : null}
      {result.content.map((part, index) =>
        part.type === 'image' ? (
          <img
            key={index}
            class="result-image"
            alt={`What ${call.tool} returned`}
            src={`data:${part.mediaType};base64,${part.data}`}
          />
        ) : null,
      )}
      {text === '' ? null : (
        <pre class="result" tabIndex={0} aria-label={`Result of ${call.tool}`}>
          {text}
        </pre>
      )}
      {truncatedFromBytes === undefined ? null : (
        <p class="facts">
          Cut: the whole has {truncatedFromBytes.toLocaleString('en')} bytes
          {outputPath ? ` and is in ${outputPath}` : ''}.
        </p>
      )}
      {captureId === undefined ? null : <WholeOutput call={call} captureId={captureId} demo={demo} />}
    </>
  );
}

/** Opens the output that was retained. */
function WholeOutput({ call, captureId, demo }: { call: TimelineCall; captureId: string; demo: Demo }): VNode {
  const output = useSignal<RetainedRecord | 'dropped' | undefined>(undefined);
  const open = async (): Promise<void> => {
    const { session, loop } = call;
    output.value = (await demo.workspace.value?.session(session, { loop }).readOutput(captureId)) ?? 'dropped';
  };
  if (output.value === undefined) {
    return (
      <button type="button" onClick={() => void demo.attempt(open)}>
        Open the whole output
      </button>
    );
  }
  if (output.value === 'dropped') return <p class="facts">The output was dropped to make room for newer ones.</p>;
  const { bytes, totalBytes } = output.value;
  const shown = new TextDecoder().decode(bytes.subarray(0, MAX_SHOWN_BYTES));
  return (
    <>
      <pre class="result" tabIndex={0} aria-label={`Whole output of ${call.tool}`}>
        {shown}
      </pre>
      <p class="facts">
        {bytes.length > MAX_SHOWN_BYTES ? `The first ${MAX_SHOWN_BYTES.toLocaleString('en')} of ` : ''}
        {bytes.length.toLocaleString('en')} bytes
        {totalBytes > bytes.length ? `, of ${totalBytes.toLocaleString('en')} that there were` : ''}.{' '}
        <button type="button" onClick={() => downloadBlob(new Blob([bytes.slice()]), `${call.tool}-output.txt`)}>
          Download it
        </button>
      </p>
    </>
  );
}
