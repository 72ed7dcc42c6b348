import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { SiteKeyField } from '../components/site-key-field.tsx';
import { keyOfSite } from '../state/machine-wish.ts';
import type { ProbeReport } from './run-probe.ts';

/** Boots the vendor's runtime, looks at what nobody can know without it, and shows that as JSON to copy. */
export function ProbePage(): VNode {
  const step = useSignal<string | undefined>(undefined);
  const report = useSignal<ProbeReport | undefined>(undefined);
  const copied = useSignal('');
  const text = report.value ? JSON.stringify(report.value, undefined, 2) : '';
  const run = async (): Promise<void> => {
    step.value = 'loading';
    report.value = undefined;
    copied.value = '';
    const { runProbe } = await import('./run-probe.ts');
    report.value = await runProbe(keyOfSite(), (name) => {
      step.value = name;
    });
    step.value = undefined;
  };
  return (
    <main class="probe">
      <h1>WebContainer probe</h1>
      <p>
        Boots StackBlitz’s WebContainer in this tab and records what it really does: versions, errors, exit codes, the
        terminal, files, watching, times, and what Cloche’s own machine suite says of it. It needs the network and takes
        a few minutes. Nothing is sent anywhere: the report is yours to copy.
      </p>
      <SiteKeyField />
      <button
        type="button"
        class="primary"
        aria-disabled={step.value !== undefined}
        onClick={() => {
          if (step.value === undefined) void run();
        }}
      >
        Run the probe
      </button>
      <p role="status">{step.value === undefined ? summaryOf(report.value) : `Looking at: ${step.value}`}</p>
      {report.value ? (
        <>
          <button
            type="button"
            onClick={() =>
              void navigator.clipboard.writeText(text).then(
                () => {
                  copied.value = 'Copied.';
                },
                () => {
                  copied.value = 'The browser did not let it be copied: select the text below.';
                },
              )
            }
          >
            Copy the report
          </button>
          <span role="status">{copied.value}</span>
          <textarea aria-label="The report, JSON" readOnly rows={24} value={text} />
        </>
      ) : null}
    </main>
  );
}

function summaryOf(report: ProbeReport | undefined): string {
  if (!report) return '';
  if (report.boot.error) return `The runtime did not boot: ${String(report.boot.error['message'])}`;
  const { suite } = report;
  const seen = `Looked at ${Object.keys(report.observations).length} things.`;
  if (!suite || 'error' in suite) return `${seen} The machine suite did not run.`;
  return `${seen} Machine suite: ${suite.cases - suite.differing.length} of ${suite.cases} cases as expected.`;
}
