import { decodeText } from '@cloche/system';
import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';

/** Returns what `~user` stands for; the text itself when there is no such user. */
export function expandTilde(shell: Shell, user: string): string {
  if (user === '') return readVariable(shell, 'HOME') ?? homeOf(shell, undefined) ?? '/';
  if (user === '+') return readVariable(shell, 'PWD') ?? shell.cwd;
  if (user === '-') return readVariable(shell, 'OLDPWD') ?? '~-';
  const position = /^([+-]?)(\d+)$/.exec(user);
  if (position) {
    const stack = [shell.cwd, ...shell.directories];
    const index = position[1] === '-' ? stack.length - 1 - Number(position[2]) : Number(position[2]);
    return stack[index] ?? `~${user}`;
  }
  return homeOf(shell, user) ?? `~${user}`;
}

function homeOf(shell: Shell, user: string | undefined): string | undefined {
  try {
    for (const line of decodeText(shell.machine.files.readFile('/etc/passwd')).split('\n')) {
      const fields = line.split(':');
      if (fields[0] === (user ?? 'root')) return fields[5];
    }
  } catch {
    return undefined;
  }
  return undefined;
}
