import type { ToolDetails, ToolErrorCode, ToolResult } from '../contract/tool-result.ts';
import type { Loop } from '../loop/loop.ts';
import { joinLines } from './limit-output.ts';
import { createOutputCapture, type OutputCapture } from './output-capture.ts';

/** What a shaped result is made of. */
export interface ShapeRequest {
  readonly capture: OutputCapture;
  /** What stays whole at the end, on a line of its own. */
  readonly trailer: string;
  readonly details: ToolDetails;
  /** Makes it an error result. */
  readonly code?: ToolErrorCode;
  /** Bytes of the preview; 32 KiB by default. */
  readonly maxBytes?: number;
}

/**
 * Makes a result of an output of any length: whole when it is short, else its start and its end, with the whole
 * retained and a second part that says how to read it.
 */
export async function shapeResult(
  { capture, trailer, details, code, maxBytes }: ShapeRequest,
  { outputs }: Pick<Loop, 'outputs'>,
): Promise<ToolResult> {
  const { text, isWhole } = capture.preview(maxBytes);
  const isError = code !== undefined;
  const body = joinLines(text, trailer).toWellFormed();
  const known = { ...details, ...(code === undefined ? {} : { code }) };
  if (isWhole) return { content: [{ type: 'text', text: body }], isError, details: known };
  const captureId = await outputs.keep(capture.bytes(), capture.totalBytes);
  const notice = captureId === undefined ? NOT_RETAINED : describeCapture(capture, captureId);
  return {
    content: [
      { type: 'text', text: body },
      { type: 'text', text: `\n${notice}` },
    ],
    isError,
    details: { ...known, truncatedFromBytes: capture.totalBytes, ...(captureId === undefined ? {} : { captureId }) },
  };
}

/** As `shapeResult`, for a text that is complete. */
export function shapeText(
  text: string,
  request: Omit<ShapeRequest, 'capture'>,
  loop: Pick<Loop, 'outputs'>,
): Promise<ToolResult> {
  const capture = createOutputCapture();
  capture.add(text);
  return shapeResult({ ...request, capture }, loop);
}

const NOT_RETAINED = '[tool output shaped; the rest was not retained: narrow the call]';

function describeCapture(capture: OutputCapture, id: string): string {
  const kept = capture.bytes().length;
  const all =
    kept === capture.totalBytes ? `all ${kept} bytes` : `the first ${kept} of ${capture.totalBytes} bytes are`;
  return `[tool output shaped; ${all} retained; read the rest with read_tool_result capture_id="${id}"]`;
}
