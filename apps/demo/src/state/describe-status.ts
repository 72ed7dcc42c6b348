import type { MachineState } from 'cloche';
import type { Demo } from './demo.ts';

/** Names the machine in a word or two. */
export function nameMachine({ machine, isRefused }: Pick<Demo, 'machine' | 'isRefused'>): string {
  const state = machine.value;
  if (isRefused.value) return 'No machine';
  return state.kind === 'running' ? MACHINE_NAMES[state.facts.kind] : STATE_NAMES[state.kind];
}

const MACHINE_NAMES = { offline: 'Offline machine', webcontainer: 'WebContainer', remote: 'Remote machine' } as const;
const STATE_NAMES = { starting: 'Machine starts…', lost: 'Machine lost' } as const;

/** Says in a few words where a call runs, and whether it can reach a network. */
export function describeWhere({ machine }: Pick<Demo, 'machine'>): string {
  const state = machine.value;
  if (state.kind !== 'running') return 'no machine runs yet';
  const { kind, network } = state.facts;
  if (network === 'none') return `${WHERE[kind]}, no network`;
  return kind === 'webcontainer' ? `${WHERE[kind]}, with a network` : `${WHERE[kind]}, web requests through this page`;
}

const WHERE = { offline: 'in this tab', webcontainer: 'WebContainer', remote: 'remote machine' } as const;

type Progress = NonNullable<Extract<MachineState, { kind: 'starting' }>['progress']>;

function describeProgress(progress: Progress | undefined): string {
  if (!progress) return 'The sandbox frame and its kernel are starting.';
  if (progress.kind !== 'mounting') return `WebContainer is starting: ${PROGRESS[progress.kind]}.`;
  const files = progress.files === 1 ? 'one stored file goes' : `${progress.files} stored files go`;
  return `WebContainer is there; ${files} into it.`;
}

const PROGRESS = {
  loading_client: "the vendor's client is loading",
  booting: "the runtime comes from the vendor's servers",
  starting_guest: "Cloche's shell starts in it",
  ready: 'it is ready',
} as const;

/** Says which machine runs, why, and what it lacks. */
export function describeMachine({ machine, isRefused }: Demo): string {
  const state = machine.value;
  if (isRefused.value) return 'The workspace is not open in this tab, so no machine runs for it.';
  switch (state.kind) {
    case 'starting':
      return describeProgress(state.progress);
    case 'lost':
      return `${state.reason}. The next call starts a new machine with the stored files.`;
    case 'running': {
      if (state.facts.kind === 'webcontainer') {
        return `WebContainer runs in this tab, with a Node and npm of its own and a network: ${state.facts.reason}. Not stored with the workspace: ${state.facts.notStored.join(', ')}.`;
      }
      const shared = state.facts.isIsolated ? 'with' : 'without';
      return `The offline machine runs in this tab, ${shared} shared memory, and reaches only what you allow: ${state.facts.reason}. It has no npm and no Node programs.`;
    }
  }
}

/** Says whether the work is stored, and whether the browser promised to keep it. */
export function describeSave({ save, isPersistent }: Demo): string {
  if (save.value.kind === 'unsaved') return save.value.reason;
  if (isPersistent.value === undefined) return 'Every change is stored in this browser.';
  return isPersistent.value
    ? 'Every change is stored in this browser, which keeps it until you delete it.'
    : 'Every change is stored in this browser. It did not promise to keep it when space runs short: export a copy now and then.';
}
