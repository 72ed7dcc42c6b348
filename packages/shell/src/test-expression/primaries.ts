import { type FileStat, joinPath, statOfUnnamed } from '@cloche/system';
import { expandSubscriptAtOnce } from '../expand/expand-subscript.ts';
import { isSetOption } from '../options.ts';
import type { Shell } from '../shell.ts';
import { AssociativeArray } from '../variables/associative-array.ts';
import { findVariable, readReference, splitReference } from '../variables/shell-variables.ts';
import { valueOf } from '../variables/variable.ts';

const DEVICES: ReadonlySet<string> = new Set(
  ['null', 'zero', 'urandom', 'random', 'tty'].map((name) => `/dev/${name}`),
);

type UnaryTest = (shell: Shell, operand: string) => boolean;

const UNARY_TESTS: Readonly<Record<string, UnaryTest>> = {
  '-a': (shell, path) => statOf(shell, path) !== undefined,
  '-e': (shell, path) => statOf(shell, path) !== undefined,
  '-f': (shell, path) => statOf(shell, path)?.kind === 'file',
  '-d': (shell, path) => statOf(shell, path)?.kind === 'directory',
  '-b': (shell, path) => statOf(shell, path)?.kind === 'block-device',
  '-c': (shell, path) => statOf(shell, path)?.kind === 'character-device',
  '-p': (shell, path) => statOf(shell, path)?.kind === 'fifo',
  '-S': (shell, path) => statOf(shell, path)?.kind === 'socket',
  '-L': (shell, path) => linkStat(shell, path)?.kind === 'symlink',
  '-h': (shell, path) => linkStat(shell, path)?.kind === 'symlink',
  '-s': (shell, path) => (statOf(shell, path)?.size ?? 0) > 0,
  '-r': (shell, path) => hasAccess(shell, path, { read: true }),
  '-w': (shell, path) => hasAccess(shell, path, { write: true }),
  '-x': (shell, path) => hasAccess(shell, path, { execute: true }),
  '-g': (shell, path) => hasModeBit(shell, path, 0o2000),
  '-u': (shell, path) => hasModeBit(shell, path, 0o4000),
  '-k': (shell, path) => hasModeBit(shell, path, 0o1000),
  '-O': (shell, path) => statOf(shell, path) !== undefined,
  '-G': (shell, path) => statOf(shell, path) !== undefined,
  '-N': (shell, path) => {
    const stat = statOf(shell, path);
    return stat !== undefined && stat.mtimeMs > stat.atimeMs;
  },
  '-t': (shell, descriptor) => shell.descriptors.get(Number(descriptor))?.kind === 'terminal',
  '-n': (_, text) => text !== '',
  '-z': (_, text) => text === '',
  '-o': (shell, name) => isSetOption(name) && shell.options.has(name),
  '-v': isVariableSet,
  '-R': (shell, name) => shell.variables.get(name)?.isNameReference === true,
};

/** Says whether `word` is an operator with one operand. */
export function isUnaryOperator(word: string): boolean {
  return Object.hasOwn(UNARY_TESTS, word);
}

/** Applies an operator with one operand. */
export function testUnary(shell: Shell, operator: string, operand: string): boolean {
  return UNARY_TESTS[operator]?.(shell, operand) === true;
}

/** Says whether `word` compares two files. */
export function isFileComparison(word: string): boolean {
  return word === '-nt' || word === '-ot' || word === '-ef';
}

/** Applies `-nt`, `-ot` or `-ef`. */
export function compareFiles(shell: Shell, operator: string, left: string, right: string): boolean {
  const a = statOf(shell, left);
  const b = statOf(shell, right);
  if (operator === '-ef') return a !== undefined && b !== undefined && a.inode === b.inode && a.device === b.device;
  if (operator === '-nt') return a !== undefined && (b === undefined || a.mtimeMs > b.mtimeMs);
  return b !== undefined && (a === undefined || a.mtimeMs < b.mtimeMs);
}

function isVariableSet(shell: Shell, text: string): boolean {
  if (/^\d+$/.test(text)) return text === '0' || shell.positional[Number(text) - 1] !== undefined;
  const reference = splitReference(text);
  if (!reference) return false;
  if (reference.subscript === '@' || reference.subscript === '*') {
    const variable = findVariable(shell, reference.name);
    const value = variable ? valueOf(variable) : undefined;
    if (value instanceof AssociativeArray) return value.has(reference.subscript);
    return value !== undefined && (typeof value === 'string' || value.size > 0);
  }
  const { subscript } = reference;
  const place = subscript === undefined ? undefined : expandSubscriptAtOnce(shell, subscript);
  return readReference(shell, { ...reference, subscript: place }) !== undefined;
}

function statOf(shell: Shell, path: string): FileStat | undefined {
  if (path === '') return undefined;
  const descriptor = /^\/dev\/(?:fd\/(\d+)|(stdin)|(stdout)|(stderr))$/.exec(path);
  if (descriptor) {
    const number = descriptor[1] ?? (descriptor[2] ? '0' : descriptor[3] ? '1' : '2');
    return shell.descriptors.get(Number(number))?.stat();
  }
  try {
    return shell.machine.files.stat(joinPath(shell.cwd, path));
  } catch {
    return deviceStat(shell, path);
  }
}

function linkStat(shell: Shell, path: string): FileStat | undefined {
  try {
    return path === '' ? undefined : shell.machine.files.lstat(joinPath(shell.cwd, path));
  } catch {
    return undefined;
  }
}

function hasAccess(
  shell: Shell,
  path: string,
  rights: { read?: boolean; write?: boolean; execute?: boolean },
): boolean {
  if (path === '') return false;
  if (path.startsWith('/dev/')) return statOf(shell, path) !== undefined && rights.execute !== true;
  try {
    shell.machine.files.access(joinPath(shell.cwd, path), rights);
    return true;
  } catch {
    return false;
  }
}

/** The devices and `/proc/self/fd` are there without a file system that has them. */
function deviceStat({ descriptors }: Shell, path: string): FileStat | undefined {
  if (DEVICES.has(path)) return statOfUnnamed('character-device', 0);
  if (/^\/(?:dev|proc\/self)\/fd\/?$/.test(path))
    return { ...statOfUnnamed('fifo', 0), kind: 'directory', mode: 0o555 };
  const number = /^\/proc\/self\/fd\/(\d+)$/.exec(path)?.[1];
  return number === undefined ? undefined : descriptors.get(Number(number))?.stat();
}

function hasModeBit(shell: Shell, path: string, bit: number): boolean {
  return ((statOf(shell, path)?.mode ?? 0) & bit) !== 0;
}
