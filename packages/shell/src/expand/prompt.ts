import { baseName } from '@cloche/system';
import { strftime } from '../builtins/strftime.ts';
import type { Task } from '../execute/task.ts';
import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';
import { expandToText } from './expand-to-text.ts';

const VERSION = '5.2';

/** Expands a prompt string: backslash escapes, then parameters and commands. */
export function* expandPrompt(shell: Shell, prompt: string): Task<string> {
  const escaped = replaceEscapes(shell, prompt);
  if (!shell.shellOptions.has('promptvars')) return escaped;
  return yield* expandToText(shell, shell.words.text(escaped, 'document'));
}

type PromptEscape = (shell: Shell) => string;

const ESCAPES: Readonly<Record<string, PromptEscape>> = {
  a: () => '\x07',
  e: () => '\x1b',
  n: () => '\n',
  r: () => '\r',
  '[': () => '',
  ']': () => '',
  '\\': () => '\\\\',
  $: () => '\\$',
  '#': (shell) => String(shell.commandNumber),
  '!': (shell) => String(shell.commandNumber),
  j: (shell) => String(shell.jobs.list().length),
  l: () => 'tty',
  s: (shell) => baseName(shell.name),
  u: (shell) => readVariable(shell, 'USER') ?? 'user',
  h: (shell) => (readVariable(shell, 'HOSTNAME') ?? 'localhost').split('.')[0] ?? '',
  H: (shell) => readVariable(shell, 'HOSTNAME') ?? 'localhost',
  v: () => VERSION,
  V: () => `${VERSION}.0`,
  w: (shell) => shortPath(shell),
  W: (shell) => (shortPath(shell) === '~' ? '~' : baseName(shell.cwd)),
  d: (shell) =>
    dateText(shell, (date) => `${WEEKDAYS[date.getDay()]} ${MONTHS[date.getMonth()]} ${pad(date.getDate())}`),
  t: (shell) =>
    dateText(shell, (date) => `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`),
  T: (shell) =>
    dateText(shell, (date) => `${pad(date.getHours() % 12 || 12)}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`),
  '@': (shell) =>
    dateText(
      shell,
      (date) => `${pad(date.getHours() % 12 || 12)}:${pad(date.getMinutes())} ${date.getHours() < 12 ? 'AM' : 'PM'}`,
    ),
  A: (shell) => dateText(shell, (date) => `${pad(date.getHours())}:${pad(date.getMinutes())}`),
};

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function replaceEscapes(shell: Shell, prompt: string): string {
  return prompt.replace(
    /\\(?:D\{([^}]*)\}|([0-7]{3})|(.))/gs,
    (whole, format?: string, octal?: string, letter?: string) => {
      if (format !== undefined) return strftime(shell, format, Math.floor(shell.machine.clock.now() / 1000));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      if (letter === undefined) return whole;
      return (Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter]?.(shell) : undefined) ?? whole;
    },
  );
}

function shortPath(shell: Shell): string {
  const home = readVariable(shell, 'HOME') ?? '';
  if (home === '' || home === '/') return shell.cwd;
  if (shell.cwd === home) return '~';
  return shell.cwd.startsWith(`${home}/`) ? `~${shell.cwd.slice(home.length)}` : shell.cwd;
}

function dateText(shell: Shell, format: (date: Date) => string): string {
  return format(new Date(shell.machine.clock.now()));
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
