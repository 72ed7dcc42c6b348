import { describeError, joinPath, normalizePath } from '@cloche/system';
import type { Shell } from '../shell.ts';
import { assignVariable, readVariable } from '../variables/shell-variables.ts';
import type { Builtin } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `cd [-L|-P] [DIR]`: changes the current directory. */
export const cdBuiltin: Builtin = ({ shell, args, out, error }) => {
  const { flags, operands, problem } = parseLetters(args, 'LPe@');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  if (operands.length > 1) {
    error('too many arguments');
    return 1;
  }
  const target = chooseTarget(shell, operands[0]);
  if (target.kind === 'unset') {
    error(`${target.name} not set`);
    return 1;
  }
  const isPhysical = flags.has('P') || (shell.options.has('physical') && !flags.has('L'));
  const candidates = candidatePaths(shell, target.path);
  for (const { path, isShown } of candidates) {
    const problemText = changeDirectory(shell, path, isPhysical);
    if (problemText === undefined) {
      if (isShown || target.isShown) out(`${shell.cwd}\n`);
      return 0;
    }
  }
  error(`${target.path}: ${changeDirectory(shell, target.path, isPhysical) ?? ''}`);
  return 1;
};

type Target = { kind: 'path'; path: string; isShown: boolean } | { kind: 'unset'; name: string };

function chooseTarget(shell: Shell, operand: string | undefined): Target {
  if (operand === '-') {
    const path = readVariable(shell, 'OLDPWD');
    return path === undefined ? { kind: 'unset', name: 'OLDPWD' } : { kind: 'path', path, isShown: true };
  }
  if (operand !== undefined) return { kind: 'path', path: operand, isShown: false };
  const home = readVariable(shell, 'HOME');
  return home === undefined ? { kind: 'unset', name: 'HOME' } : { kind: 'path', path: home, isShown: false };
}

function candidatePaths(shell: Shell, path: string): { path: string; isShown: boolean }[] {
  const direct = { path, isShown: false };
  const list = readVariable(shell, 'CDPATH');
  if (!list || path.startsWith('/') || /^\.\.?(\/|$)/.test(path)) return [direct];
  const found = list
    .split(':')
    .map((directory) => ({ path: directory === '' ? path : joinPath(directory, path), isShown: directory !== '' }));
  return [...found, direct];
}

/**
 * Makes `path` the current directory and sets PWD and OLDPWD. Returns why it could not, in the C library's words.
 * Logically, `..` removes the last name of the path; physically, links are resolved first.
 */
export function changeDirectory(shell: Shell, path: string, isPhysical: boolean): string | undefined {
  const { files } = shell.machine;
  if (path === '') return undefined;
  const full = joinPath(shell.cwd, path);
  try {
    const logical = normalizePath(full);
    if (!isPhysical && full.includes('/..')) files.stat(full);
    const stat = files.stat(isPhysical ? full : logical);
    if (stat.kind !== 'directory') return 'Not a directory';
    files.access(isPhysical ? full : logical, { execute: true });
    const next = isPhysical ? files.realPath(full) : logical;
    const previous = shell.cwd;
    shell.cwd = next;
    assignVariable(shell, 'OLDPWD', readVariable(shell, 'PWD') ?? previous);
    assignVariable(shell, 'PWD', next);
    return undefined;
  } catch (error) {
    return describeError(error);
  }
}
