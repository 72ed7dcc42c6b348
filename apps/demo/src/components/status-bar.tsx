import type { VNode } from 'preact';
import type { Demo } from '../state/demo.ts';
import { describeMachine, describeSave } from '../state/describe-status.ts';

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
      <li
        data-tone={demo.isOnline.value ? 'plain' : 'note'}
        title="The machine reaches nothing by itself; what the agent wants of the network asks you."
      >
        {demo.isOnline.value ? 'Online' : 'Offline'}
      </li>
    </ul>
  );
}

const MACHINE_LABELS = { starting: 'Machine starts…', running: 'Offline machine', lost: 'Machine lost' } as const;
const MACHINE_TONES = { starting: 'note', running: 'good', lost: 'bad' } as const;
const SAVE_LABELS = { saved: 'Saved', saving: 'Saving…', unsaved: 'Not saved' } as const;
