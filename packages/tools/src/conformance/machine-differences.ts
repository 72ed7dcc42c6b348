/** The machines of the suite. The offline one runs in a tab, and, without what only a tab has, in Node. */
export type MachineName = 'offline' | 'offline-in-node' | 'node' | 'webcontainer';

/** What a machine answers to a case otherwise than the others. */
export interface MachineDifference {
  readonly answer: unknown;
  readonly reason: string;
}

const NO_PROGRAMS = 'it has no programs but ours';
const NO_JOURNAL = 'its files are their own store, so that it keeps no journal';
const NOT_BUILT = 'the tests run from source, and the file of its thread is there only when built';

const OFFLINE: Readonly<Record<string, MachineDifference>> = {
  'runs programs that are not ours': {
    answer: { out: '', err: 'bash: line 1: node: command not found\n', exitCode: 127 },
    reason: NO_PROGRAMS,
  },
  'gives a program its input, its outputs apart, and its signals': {
    answer: { out: '', err: 'bash: line 1: node: command not found\n', ended: 'exited', signal: '127\n' },
    reason: NO_PROGRAMS,
  },
  'has the changes of programs': { answer: [], reason: NO_PROGRAMS },
  'packs a package with npm, without anything of its own': { answer: '', reason: NO_PROGRAMS },
  "runs a package's bin through its link": { answer: 'bash: line 1: npm: command not found\n', reason: NO_PROGRAMS },
};

/** Every difference between machines, by case. */
export const MACHINE_DIFFERENCES: Readonly<Record<MachineName, Readonly<Record<string, MachineDifference>>>> = {
  offline: OFFLINE,
  'offline-in-node': {
    ...OFFLINE,
    'queries JSON': { answer: '2\n2\n', reason: 'its thread is a worker of the web, which Node has not' },
  },
  node: {
    'restores a workspace with modes, times, links, odd names and shells': {
      answer: { files: [], shell: 'd me\n', changes: [], exported: [] },
      reason: NO_JOURNAL,
    },
    'tells what changed since it was asked last, and that something did': {
      answer: { isTold: false, first: [], second: [], mode: [], nothing: [] },
      reason: NO_JOURNAL,
    },
    'has the changes of programs': { answer: [], reason: NO_JOURNAL },
    'queries JSON': { answer: '2\n2\n', reason: NOT_BUILT },
    'reaches the network as far as it has one': {
      answer: { code: 6, says: 'curl: (6) Could not resolve host: machine.invalid' },
      reason: "curl has the computer's network",
    },
  },
  webcontainer: {},
};

/** Returns the answer that a machine is to give to a case, with the reason where it is not the common one. */
export function answerOf(
  name: MachineName,
  title: string,
  common: unknown,
): { readonly answer: unknown; readonly reason?: string } {
  return MACHINE_DIFFERENCES[name][title] ?? { answer: common };
}
