/** How the arguments of a command that runs another one are read. */
export interface Wrapper {
  /** Letters of options, and long options, that take a value in the next word when none is joined to them. */
  readonly takesValue?: string;
  /** Letters of options without a value. */
  readonly flags?: string;
  readonly longFlags?: readonly string[];
  readonly longWithValue?: readonly string[];
  /** Long options whose value is joined by `=` or missing: the next word is not theirs. */
  readonly longWithJoined?: readonly string[];
  /** Operands before the command: one for `timeout DURATION`. */
  readonly operands?: number;
  /** `NAME=value` may stand before the command. */
  readonly takesAssignments?: boolean;
  /** Options with which it runs nothing: `command -v`. */
  readonly queries?: string;
  /** The command gets more arguments from input. */
  readonly addsArguments?: boolean;
  /** Nothing is left when no command is given; then it does something harmless (`env`, `nohup`) or reads input. */
  readonly withoutCommand?: 'harmless' | 'echo' | 'shell';
  /** The command and its arguments are joined and read as a script: `watch`. */
  readonly joins?: boolean;
}

/**
 * Commands whose arguments are a command, with every option that does not change what is run. An option that is not here
 * makes the command not understood.
 */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  builtin: {},
  command: { flags: 'p', queries: 'vV' },
  exec: { flags: 'cl', takesValue: 'a', withoutCommand: 'harmless' },
  env: {
    flags: 'i0v',
    takesValue: 'u',
    longFlags: ['ignore-environment', 'null', 'debug'],
    longWithValue: ['unset'],
    takesAssignments: true,
    withoutCommand: 'harmless',
  },
  nice: { takesValue: 'n', longWithValue: ['adjustment'], withoutCommand: 'harmless' },
  nohup: {},
  setsid: { flags: 'cfw', longFlags: ['ctty', 'fork', 'wait'] },
  stdbuf: { takesValue: 'ioe', longWithValue: ['input', 'output', 'error'] },
  sudo: {
    flags: 'AbEHknPS',
    takesValue: 'ugCphrtTU',
    longFlags: ['askpass', 'background', 'preserve-env', 'set-home', 'reset-timestamp', 'non-interactive', 'stdin'],
    longWithValue: ['user', 'group', 'prompt', 'host'],
    takesAssignments: true,
  },
  doas: { flags: 'nLs', takesValue: 'uC' },
  time: {
    flags: 'pvqV',
    takesValue: 'f',
    longFlags: ['portability', 'verbose', 'quiet'],
    longWithValue: ['format'],
  },
  timeout: {
    flags: 'fpv',
    takesValue: 'ks',
    longFlags: ['foreground', 'preserve-status', 'verbose'],
    longWithValue: ['kill-after', 'signal'],
    operands: 1,
  },
  watch: {
    flags: 'bcCdeghprtwx',
    takesValue: 'nqs',
    longFlags: [
      'beep',
      'color',
      'no-color',
      'differences',
      'errexit',
      'chgexit',
      'precise',
      'no-rerun',
      'no-title',
      'no-wrap',
    ],
    longWithValue: ['interval', 'equexit'],
    joins: true,
  },
  xargs: {
    flags: '0prtxo',
    takesValue: 'adEILnPs',
    longFlags: ['null', 'interactive', 'no-run-if-empty', 'verbose', 'exit', 'open-tty'],
    longWithValue: ['arg-file', 'delimiter', 'max-args', 'max-procs', 'max-chars'],
    longWithJoined: ['max-lines', 'replace', 'eof'],
    addsArguments: true,
    withoutCommand: 'echo',
  },
  ionice: { flags: 't', takesValue: 'cn', longFlags: ['ignore'], longWithValue: ['class', 'classdata'] },
  chrt: { flags: 'bfiorR', longFlags: ['batch', 'fifo', 'idle', 'other', 'rr'], operands: 1 },
  flock: {
    flags: 'enosux',
    takesValue: 'wE',
    longFlags: ['exclusive', 'nonblock', 'shared', 'close', 'no-fork', 'verbose'],
    longWithValue: ['timeout', 'wait', 'conflict-exit-code'],
    operands: 1,
  },
};

/** What a wrapper's arguments come to. */
export type Unwrapped =
  /** Index among the arguments where the command begins; before it `assignments` are indexes of `NAME=value`. */
  | { readonly kind: 'command'; readonly start: number; readonly assignments: readonly number[] }
  | { readonly kind: 'nothing' }
  /** An option that is not known to leave the command as it is, or one that is not fixed. */
  | { readonly kind: 'unclear'; readonly word: string };

/** Finds the command among a wrapper's arguments; a value is `undefined` where it is not fixed. */
export function unwrap(wrapper: Wrapper, values: readonly (string | undefined)[]): Unwrapped {
  const assignments: number[] = [];
  let operands = wrapper.operands ?? 0;
  let index = 0;
  for (; index < values.length; index++) {
    const value = values[index];
    // It could be an option, even where an operand is expected.
    if (value === undefined) return { kind: 'unclear', word: '' };
    if (value === '--') {
      index++;
      break;
    }
    if (value.startsWith('-') && value !== '-') {
      const step = optionLength(wrapper, value);
      if (step === 'query') return { kind: 'nothing' };
      if (step === undefined || index + step > values.length) return { kind: 'unclear', word: value };
      index += step - 1;
    } else if (value === '-' && wrapper.takesAssignments) continue;
    else if (wrapper.takesAssignments && /^[A-Za-z_]\w*=/.test(value)) assignments.push(index);
    else if (operands > 0) operands--;
    else break;
  }
  while (operands > 0 && index < values.length) {
    index++;
    operands--;
  }
  while (wrapper.takesAssignments && /^[A-Za-z_]\w*=/.test(values[index] ?? '')) assignments.push(index++);
  return index < values.length ? { kind: 'command', start: index, assignments } : { kind: 'nothing' };
}

/** Returns how many words an option takes, its own included; `undefined` when it is not known. */
function optionLength(wrapper: Wrapper, value: string): number | 'query' | undefined {
  if (value.startsWith('--')) {
    const [name = '', joined] = value.slice(2).split('=', 2);
    if (wrapper.longFlags?.includes(name) || wrapper.longWithJoined?.includes(name)) return 1;
    if (wrapper.longWithValue?.includes(name)) return joined === undefined ? 2 : 1;
    return undefined;
  }
  if (wrapper === WRAPPERS['nice'] && /^-\d+$/.test(value)) return 1;
  for (let at = 1; at < value.length; at++) {
    const letter = value.charAt(at);
    if (wrapper.queries?.includes(letter)) return 'query';
    if (wrapper.takesValue?.includes(letter)) return at + 1 < value.length ? 1 : 2;
    if (!wrapper.flags?.includes(letter)) return undefined;
  }
  return 1;
}
