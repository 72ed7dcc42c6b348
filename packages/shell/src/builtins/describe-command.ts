import { joinPath } from '@cloche/system';
import { quoteSingle } from '../expand/quote-text.ts';
import { printFunction } from '../script/print-function.ts';
import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';

/** What a command word can be. */
export type CommandKind =
  | { readonly kind: 'alias' | 'keyword' | 'function' | 'builtin' }
  | { readonly kind: 'file'; readonly path: string; readonly isHashed: boolean };

const KEYWORDS = new Set(
  'if then else elif fi case esac for select while until do done in function time { } ! [[ ]] coproc'.split(' '),
);

/** Says whether `name` is a reserved word. */
export function isKeyword(name: string): boolean {
  return KEYWORDS.has(name);
}

/** All reserved words. */
export const KEYWORD_NAMES: readonly string[] = [...KEYWORDS];

/** Which kinds `type` and `command` look at. */
export interface SearchOptions {
  readonly all?: boolean;
  readonly skipsFunctions?: boolean;
  readonly filesOnly?: boolean;
}

/** Returns what a command word means, in the order in which the shell would look; only the first unless `all`. */
export function findCommandKinds(
  shell: Shell,
  name: string,
  { all, skipsFunctions, filesOnly }: SearchOptions,
): CommandKind[] {
  const kinds: CommandKind[] = [];
  if (!filesOnly) {
    if (shell.aliases.has(name) && shell.shellOptions.has('expand_aliases')) kinds.push({ kind: 'alias' });
    if (isKeyword(name)) kinds.push({ kind: 'keyword' });
    if (shell.functions.has(name) && !skipsFunctions) kinds.push({ kind: 'function' });
    if (shell.builtins.has(name) && !shell.disabledBuiltins.has(name)) kinds.push({ kind: 'builtin' });
  }
  const hashed = shell.commandPaths.get(name);
  if (hashed && !all) kinds.push({ kind: 'file', path: hashed.path, isHashed: true });
  else kinds.push(...findFiles(shell, name, all === true));
  return all ? kinds : kinds.slice(0, 1);
}

function findFiles(shell: Shell, name: string, all: boolean): CommandKind[] {
  if (name === '') return [];
  const candidates = name.includes('/')
    ? [name]
    : (readVariable(shell, 'PATH') ?? '').split(':').map((directory) => `${directory || '.'}/${name}`);
  const found: CommandKind[] = [];
  for (const path of candidates) {
    if (!shell.machine.processes.find(path, { env: new Map(), cwd: shell.cwd })) continue;
    found.push({ kind: 'file', path, isHashed: false });
    if (!all) break;
  }
  if (found.length === 0 && !name.includes('/')) found.push(...plainFile(shell, candidates));
  return found;
}

/** When no file can be run, bash answers with the first that is there. */
function plainFile(shell: Shell, candidates: readonly string[]): CommandKind[] {
  const path = candidates.find((candidate) => isFile(shell, candidate));
  return path === undefined ? [] : [{ kind: 'file', path, isHashed: false }];
}

function isFile(shell: Shell, path: string): boolean {
  try {
    return shell.machine.files.stat(joinPath(shell.cwd, path)).kind === 'file';
  } catch {
    return false;
  }
}

/** Returns the line that `type` (long), `command -v` (short) or `type -t` (word) prints. */
export function describeCommand(
  shell: Shell,
  name: string,
  kind: CommandKind,
  form: 'long' | 'short' | 'word',
): string {
  if (form === 'word') return kind.kind;
  switch (kind.kind) {
    case 'alias': {
      const value = shell.aliases.get(name) ?? '';
      return form === 'long' ? `${name} is aliased to \`${value}'` : `alias ${name}=${quoteSingle(value)}`;
    }
    case 'keyword':
      return form === 'long' ? `${name} is a shell keyword` : name;
    case 'function': {
      const fn = shell.functions.get(name);
      return form === 'long' && fn ? `${name} is a function\n${printFunction(fn.definition, fn.source.text)}` : name;
    }
    case 'builtin': {
      const isSpecial = shell.builtins.get(name)?.isSpecial === true && shell.options.has('posix');
      return form === 'long' ? `${name} is a ${isSpecial ? 'special ' : ''}shell builtin` : name;
    }
    case 'file':
      if (form === 'short') return kind.path;
      return kind.isHashed ? `${name} is hashed (${kind.path})` : `${name} is ${kind.path}`;
  }
}
