import type { Demo } from './demo.ts';

/** Says which machine runs, why, and what it lacks. */
export function describeMachine({ machine }: Demo): string {
  const state = machine.value;
  switch (state.kind) {
    case 'starting':
      return 'The sandbox frame and its kernel are starting.';
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
