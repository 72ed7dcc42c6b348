import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'terminal' | 'version'> = {
  name: 'tput',
  synopsis: ['[-T TERM] CAPABILITY [PARAMETER]...'],
  summary: 'Print what makes a terminal do something, or what it can do.',
  options: {
    terminal: { short: 'T', value: 'TERM', help: 'the type of terminal' },
    version: { short: 'V' },
  },
  faultStatus: 2,
};

const ESC = '\x1b';
const TEXTS: Readonly<Record<string, string>> = {
  bel: '\x07',
  blink: `${ESC}[5m`,
  bold: `${ESC}[1m`,
  civis: `${ESC}[?25l`,
  clear: `${ESC}[H${ESC}[2J${ESC}[3J`,
  cnorm: `${ESC}[?12l${ESC}[?25h`,
  cr: '\r',
  cuu1: `${ESC}[A`,
  dim: `${ESC}[2m`,
  ed: `${ESC}[J`,
  el: `${ESC}[K`,
  home: `${ESC}[H`,
  init: '',
  invis: `${ESC}[8m`,
  op: `${ESC}[39;49m`,
  rc: `${ESC}8`,
  reset: `${ESC}c`,
  rev: `${ESC}[7m`,
  ritm: `${ESC}[23m`,
  rmcup: `${ESC}[?1049l`,
  rmso: `${ESC}[27m`,
  rmul: `${ESC}[24m`,
  sc: `${ESC}7`,
  sgr0: `${ESC}(B${ESC}[m`,
  sitm: `${ESC}[3m`,
  smcup: `${ESC}[?1049h`,
  smso: `${ESC}[7m`,
  smul: `${ESC}[4m`,
};
const NUMBERS: Readonly<Record<string, (env: ReadonlyMap<string, string>) => string>> = {
  cols: (env) => env.get('COLUMNS') ?? '80',
  lines: (env) => env.get('LINES') ?? '24',
  colors: (env) => (env.get('TERM')?.includes('256') ? '256' : '8'),
  it: () => '8',
};
const UNKNOWN = 4;

/** Prints what a terminal of the usual kind (ANSI) understands. */
export const tput: Program = defineCommand(USAGE, async (run) => {
  const [name, ...parameters] = run.arguments.operands;
  if (name === undefined) return run.failUsage('no capability is named', 2);
  const [first = 0, second = 0] = parameters.map(Number);
  const number = Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined;
  if (number) {
    run.output.putText(`${number(run.context.env)}\n`);
    return 0;
  }
  const text = Object.hasOwn(TEXTS, name) ? TEXTS[name] : parametrized(name, first, second);
  if (text === undefined) {
    await run.fail(`unknown terminfo capability '${name}'`);
    return UNKNOWN;
  }
  run.output.putText(text);
  return 0;
});

function parametrized(name: string, first: number, second: number): string | undefined {
  switch (name) {
    case 'setaf':
    case 'setf':
      return first < 8 ? `${ESC}[3${first}m` : first < 16 ? `${ESC}[9${first - 8}m` : `${ESC}[38;5;${first}m`;
    case 'setab':
    case 'setb':
      return first < 8 ? `${ESC}[4${first}m` : first < 16 ? `${ESC}[10${first - 8}m` : `${ESC}[48;5;${first}m`;
    case 'cup':
      return `${ESC}[${first + 1};${second + 1}H`;
    case 'cuf':
      return `${ESC}[${first}C`;
    case 'cub':
      return `${ESC}[${first}D`;
    case 'cuu':
      return `${ESC}[${first}A`;
    case 'cud':
      return `${ESC}[${first}B`;
    default:
      return undefined;
  }
}
