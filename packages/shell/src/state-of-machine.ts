import { type FileSystem, isInside, normalizePath } from '@cloche/system';
import { isShellState } from './is-shell-state.ts';
import type { ShellState } from './session-state.ts';

/** The machine on which a session starts. */
export interface SessionMachine {
  readonly files: FileSystem;
  /** Directory of the workspace's files, absolute. */
  readonly root: string;
  /** Environment of a new session. */
  readonly env: ReadonlyMap<string, string>;
}

/**
 * Returns the state that a session can start with on this machine. What was kept on another machine, or in another place,
 * has directories that are not here: they become those of the same name below `root`, and the variables that every session of
 * this machine has (PATH, HOME …) are this machine's.
 */
export function stateOfMachine(state: unknown, machine: SessionMachine): { readonly state?: ShellState } {
  if (!isShellState(state)) return {};
  if (isDirectory(machine.files, state.cwd)) return { state };
  const { env } = machine;
  const own = [...env].map(([name, value]) => ({ name, value, isReadonly: false, isInteger: false }));
  const environment = [
    ...own.filter(({ name }) => !DIRECTORY_VARIABLES.has(name)),
    ...state.environment.flatMap((variable) => {
      if (DIRECTORY_VARIABLES.has(variable.name)) return [{ ...variable, value: placeHere(variable.value, machine) }];
      return env.has(variable.name) ? [] : [variable];
    }),
  ];
  const directories = state.directories.map((directory) => placeHere(directory, machine));
  return { state: { ...state, cwd: placeHere(state.cwd, machine), environment, directories } };
}

/** Where the session is and was, which `cd` sets. */
const DIRECTORY_VARIABLES: ReadonlySet<string> = new Set(['PWD', 'OLDPWD']);

function placeHere(directory: string, { files, root }: SessionMachine): string {
  if (isDirectory(files, directory)) return directory;
  const name = root.slice(root.lastIndexOf('/'));
  const at = `${directory}/`.indexOf(`${name}/`);
  const here = at < 0 ? root : normalizePath(root + directory.slice(at + name.length));
  return isInside(root, here) && isDirectory(files, here) ? here : root;
}

function isDirectory(files: FileSystem, path: string): boolean {
  try {
    return files.stat(path).kind === 'directory';
  } catch {
    return false;
  }
}
