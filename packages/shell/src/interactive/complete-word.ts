import { type DirectoryEntry, joinPath } from '@cloche/system';
import { ACTIONS } from '../builtins/completion-actions.ts';
import { compareText } from '../expand/pathnames.ts';
import { quoteBackslash } from '../expand/quote-text.ts';
import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';

/** What a word could become. */
export interface Completion {
  /** Text that takes the place of the line from `start` to the cursor. */
  readonly text: string;
  /** What a list of the possibilities shows. */
  readonly label: string;
  /** What follows it when it is the only one: a space, or nothing after a directory. */
  readonly suffix: string;
}

/** The possible completions of the word before a cursor, sorted, and where the text they replace begins. */
export interface WordCompletions {
  readonly start: number;
  readonly completions: readonly Completion[];
}

interface CurrentWord {
  /** Where the word begins. */
  readonly start: number;
  /** The word up to the cursor as it stands. */
  readonly raw: string;
  /** The word without its quotes. */
  readonly value: string;
  /** The quote that is open at the cursor. */
  readonly quote: '' | '"' | "'";
  /** The name of the command that the word belongs to; `undefined` when the word is where a command's name stands. */
  readonly command: string | undefined;
  readonly isRedirection: boolean;
}

const KEYWORDS_BEFORE_COMMAND = /^(?:!|\{|\(|if|then|elif|else|while|until|do|time|&&|\|\|?|;|&)$/;
const PREFIX_COMMANDS: ReadonlySet<string> = new Set([
  'sudo',
  'env',
  'exec',
  'command',
  'builtin',
  'nohup',
  'time',
  'nice',
  'xargs',
  'timeout',
  'type',
  'which',
  'man',
]);
const DIRECTORY_COMMANDS: ReadonlySet<string> = new Set(['cd', 'pushd', 'rmdir']);

/** Completes the word before the cursor: variables after `$`, commands where one is expected, else paths. */
export function completeWord(shell: Shell, line: string, cursor: number): WordCompletions {
  const word = currentWord(line.slice(0, cursor));
  const variable = word.quote === "'" ? undefined : /\$(\{?)(\w*)$/.exec(word.raw);
  if (variable) return completeVariable(shell, cursor, variable[1] ?? '', variable[2] ?? '');
  const isCommand = word.command === undefined && !word.isRedirection;
  if (isCommand && !/[/~]/.test(word.value) && word.value !== '.' && word.value !== '..')
    return { start: word.start, completions: completeCommand(shell, word) };
  const directoriesOnly = !word.isRedirection && DIRECTORY_COMMANDS.has(word.command ?? '');
  return completePath(shell, word, { directoriesOnly, executablesOnly: isCommand });
}

/** Splits what stands before the cursor into words, as far as needed to know what the last one is. */
function currentWord(text: string): CurrentWord {
  let start = 0;
  let quote: CurrentWord['quote'] = '';
  let value = '';
  let before: string[] = [];
  let operator = '';
  const endWord = (at: number): void => {
    if (at > start) before.push(value);
    value = '';
    start = at + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote === "'") {
      if (character === "'") quote = '';
      else value += character;
    } else if (character === '\\') {
      const next = text.charAt(at + 1);
      value += quote === '"' && !/["\\$`]/.test(next) ? `\\${next}` : next;
      at++;
    } else if (quote === '"') {
      if (character === '"') quote = '';
      else value += character;
    } else if (character === '"' || character === "'") quote = character;
    else if (/\s/.test(character)) endWord(at);
    else if (/[;|&()<>`]/.test(character)) {
      endWord(at);
      operator = character;
      if (/[<>]/.test(character)) before.push(character);
      else before = [];
    } else value += character;
  }
  const previous = before.at(-1);
  const isRedirection = previous === '<' || previous === '>' || (previous === undefined && /[<>]/.test(operator));
  const words = before.filter((item) => item !== '<' && item !== '>');
  while (words[0] !== undefined && (/^\w+\+?=/.test(words[0]) || KEYWORDS_BEFORE_COMMAND.test(words[0]))) words.shift();
  while (words[0] !== undefined && PREFIX_COMMANDS.has(words[0])) {
    words.shift();
    while (words[0] !== undefined && /^-|^\w+=/.test(words[0])) words.shift();
  }
  return { start, raw: text.slice(start), value, quote, command: words[0], isRedirection };
}

function completeVariable(shell: Shell, cursor: number, brace: string, prefix: string): WordCompletions {
  const names = [...(ACTIONS['variable']?.(shell, prefix) ?? [])].filter((name) => name.startsWith(prefix));
  const close = brace === '' ? '' : '}';
  const completions = [...new Set(names)]
    .sort(compareText)
    .map((name) => ({ text: `$${brace}${name}${close}`, label: `$${name}`, suffix: ' ' }));
  return { start: cursor - prefix.length - brace.length - 1, completions };
}

function completeCommand(shell: Shell, { value, raw }: CurrentWord): Completion[] {
  const names = new Set<string>(ACTIONS['command']?.(shell, value) ?? []);
  for (const directory of (readVariable(shell, 'PATH') ?? '').split(':')) {
    for (const { name } of entriesOf(shell, directory === '' ? '.' : directory))
      if (name.startsWith(value) && isExecutable(shell, joinPath(directory, name))) names.add(name);
  }
  if (/^\w+\+?=/.test(raw)) return [];
  return [...names]
    .filter((name) => name.startsWith(value))
    .sort(compareText)
    .map((name) => ({ text: name, label: name, suffix: ' ' }));
}

/** Completes a path, also one after `=` or `:` as in `--file=PATH` and `PATH=a:b`. */
function completePath(
  shell: Shell,
  { start, raw, value, quote }: CurrentWord,
  { directoriesOnly, executablesOnly }: { directoriesOnly: boolean; executablesOnly: boolean },
): WordCompletions {
  const split = quote === '' ? raw.search(/[=:][^=:]*$/) + 1 : 0;
  const path = split > 0 ? value.slice(value.search(/[=:][^=:]*$/) + 1) : value;
  const slash = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, slash);
  const prefix = path.slice(slash);
  const completions: Completion[] = [];
  for (const entry of entriesOf(shell, expandTilde(shell, folder) || '.')) {
    const { name } = entry;
    if (!name.startsWith(prefix) || (name.startsWith('.') && !prefix.startsWith('.'))) continue;
    const full = joinPath(shell.cwd, `${expandTilde(shell, folder)}${name}`);
    const isFolder = entry.kind === 'directory' || (entry.kind === 'symlink' && isDirectory(shell, full));
    if (!isFolder && (directoriesOnly || (executablesOnly && !isExecutable(shell, full)))) continue;
    completions.push({
      text: quotePath(`${folder}${name}${isFolder ? '/' : ''}`, quote, isFolder),
      label: `${name}${isFolder ? '/' : ''}`,
      suffix: isFolder ? '' : ' ',
    });
  }
  completions.sort((left, right) => compareText(left.label, right.label));
  return { start: start + split, completions };
}

/** Writes a path in the quotes that its word began with; those of a directory stay open. */
function quotePath(path: string, quote: CurrentWord['quote'], staysOpen: boolean): string {
  if (quote === '') return path.startsWith('~') ? `~${quoteBackslash(path.slice(1))}` : quoteBackslash(path);
  const body = quote === "'" ? path.replaceAll("'", "'\\''") : path.replace(/["\\$`]/g, '\\$&');
  return `${quote}${body}${staysOpen ? '' : quote}`;
}

function expandTilde(shell: Shell, folder: string): string {
  return /^~(?:\/|$)/.test(folder) ? `${readVariable(shell, 'HOME') ?? ''}${folder.slice(1)}` : folder;
}

function entriesOf(shell: Shell, directory: string): DirectoryEntry[] {
  try {
    return shell.machine.files.readDirectory(joinPath(shell.cwd, directory));
  } catch {
    // A directory that cannot be read has nothing to offer.
    return [];
  }
}

function isDirectory(shell: Shell, path: string): boolean {
  try {
    return shell.machine.files.stat(path).kind === 'directory';
  } catch {
    return false;
  }
}

function isExecutable(shell: Shell, path: string): boolean {
  const { files, processes } = shell.machine;
  if (processes.find(path, { env: new Map(), cwd: shell.cwd })) return true;
  try {
    files.access(path, { execute: true });
    return files.stat(path).kind === 'file';
  } catch {
    return false;
  }
}

/** Returns the longest text that all completions begin with. */
export function commonPrefix(completions: readonly Completion[]): string {
  const [first, ...others] = completions.map(({ text }) => text);
  let prefix = first ?? '';
  for (const text of others) {
    let length = 0;
    while (length < prefix.length && prefix[length] === text[length]) length++;
    prefix = prefix.slice(0, length);
  }
  return prefix;
}
