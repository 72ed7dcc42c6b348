import { type Process, parseSignal, SIGNAL_NAMES, type SignalName, signalNumber } from '@cloche/system';

/** What a trap can be set on. */
export type TrapName = SignalName | PseudoSignal;

/** Events of the shell itself that traps can be set on. */
export type PseudoSignal = 'EXIT' | 'ERR' | 'DEBUG' | 'RETURN';

const PSEUDO_SIGNALS: readonly PseudoSignal[] = ['EXIT', 'ERR', 'DEBUG', 'RETURN'];

/** The traps of a shell, and the signals that came and whose traps have not run yet. */
export interface TrapTable {
  /** Command of each trap; empty for one that ignores. */
  readonly commands: Map<TrapName, string>;
  /** Traps that a subshell only lists: those of its parent. */
  inherited: ReadonlyMap<TrapName, string>;
  readonly pending: SignalName[];
  /** Called when a signal with a trap comes. */
  wake: (() => void) | undefined;
  /** The program that has taken the shell's place, and its signals. */
  replacement: Process | undefined;
  /** Traps that run now, which do not run again inside. */
  readonly running: Set<TrapName>;
}

/** Signals that a terminal sends to its foreground group. */
const GROUP_SIGNALS: ReadonlySet<SignalName> = new Set(['SIGINT', 'SIGQUIT', 'SIGTSTP', 'SIGWINCH', 'SIGHUP']);

/** Creates a table without traps. */
export function createTrapTable(): TrapTable {
  return {
    commands: new Map(),
    inherited: new Map(),
    pending: [],
    wake: undefined,
    replacement: undefined,
    running: new Set(),
  };
}

/** Makes the traps of a subshell: ignored signals stay ignored, other traps are only listed. */
export function inheritTraps(traps: TrapTable, options: { keepDebug: boolean; keepError: boolean }): TrapTable {
  const child = createTrapTable();
  child.inherited = new Map([...traps.inherited, ...traps.commands]);
  for (const [name, command] of traps.commands) {
    const isKept =
      (command === '' && name !== 'EXIT') ||
      (options.keepDebug && (name === 'DEBUG' || name === 'RETURN')) ||
      (options.keepError && name === 'ERR');
    if (isKept) child.commands.set(name, command);
  }
  return child;
}

/** Takes a signal when the shell has a trap for it; returns whether it had. */
export function takeSignal(traps: TrapTable, signal: SignalName): boolean {
  if (traps.replacement) {
    // The keys of a terminal signal the whole group, and with it the program.
    if (!GROUP_SIGNALS.has(signal)) traps.replacement.kill(signal);
    return true;
  }
  const command = traps.commands.get(signal);
  if (command === undefined) return false;
  if (command === '') return true;
  traps.pending.push(signal);
  traps.wake?.();
  return true;
}

/** Tells the trap on CHLD, when there is one, of the end of a child that starts now. */
export function watchChild(traps: TrapTable, child: Process): void {
  if (traps.commands.has('SIGCHLD')) void child.exited.then(() => takeSignal(traps, 'SIGCHLD'));
}

/** Returns the trap that a person's word means: `INT`, `SIGINT`, `2`, `EXIT`, `0`. */
export function parseTrapName(word: string): TrapName | undefined {
  if (word === '0') return 'EXIT';
  const upper = word.toUpperCase().replace(/^SIG(?=EXIT$|ERR$|DEBUG$|RETURN$)/, '');
  return PSEUDO_SIGNALS.find((name) => name === upper) ?? parseSignal(word);
}

/** Returns a number by which traps are listed: EXIT, the signals, then the others. */
export function trapOrder(name: TrapName): number {
  if (name === 'EXIT') return 0;
  const signal = SIGNAL_NAMES.find((candidate) => candidate === name);
  return signal ? signalNumber(signal) : 1000 + ['DEBUG', 'ERR', 'RETURN'].indexOf(name);
}
