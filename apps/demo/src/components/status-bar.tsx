import type { VNode } from 'preact';
import type { Demo } from '../state/demo.ts';

/** Which machine runs, whether the work is saved, and whether the page has a network. */
export function StatusBar({ demo }: { demo: Demo }): VNode {
  return (
    <ul class="status" aria-label="Status">
      <li data-tone={MACHINE_TONES[demo.machine.value.kind]} title={describeMachine(demo)}>
        {MACHINE_LABELS[demo.machine.value.kind]}
      </li>
      <li data-tone={demo.save.value.kind === 'unsaved' ? 'bad' : 'good'} title={describeSave(demo)}>
        {SAVE_LABELS[demo.save.value.kind]}
      </li>
      <li data-tone={demo.isOnline.value ? 'plain' : 'note'} title="The machine itself never uses the network.">
        {demo.isOnline.value ? 'Online' : 'Offline'}
      </li>
    </ul>
  );
}

const MACHINE_LABELS = { starting: 'Machine starts…', running: 'Offline machine', lost: 'Machine lost' } as const;
const MACHINE_TONES = { starting: 'note', running: 'good', lost: 'bad' } as const;
const SAVE_LABELS = { saved: 'Saved', saving: 'Saving…', unsaved: 'Not saved' } as const;

function describeMachine({ machine }: Demo): string {
  const state = machine.value;
  switch (state.kind) {
    case 'starting':
      return 'The sandbox frame and its kernel are starting.';
    case 'lost':
      return `${state.reason}. The next call starts a new machine with the stored files.`;
    case 'running': {
      const shared = state.facts.isIsolated ? 'with' : 'without';
      return `The offline machine runs in this tab, ${shared} shared memory, without a network: ${state.facts.reason}. It has no npm and no Node programs.`;
    }
  }
}

function describeSave({ save, isPersistent }: Demo): string {
  if (save.value.kind === 'unsaved') return save.value.reason;
  if (isPersistent.value === undefined) return 'Every change is stored in this browser.';
  return isPersistent.value
    ? 'Every change is stored in this browser, which keeps it until you delete it.'
    : 'Every change is stored in this browser. It did not promise to keep it when space runs short: export a copy now and then.';
}
