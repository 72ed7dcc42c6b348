import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { changeDirectory } from './cd.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `dirs [-clpv] [+N|-N]`: shows the directory stack. */
export const dirsBuiltin: Builtin = (call) => {
  const { shell, args, error } = call;
  const position = args.find((arg) => /^[-+]\d+$/.test(arg));
  const { flags, problem, operands } = parseLetters(
    args.filter((arg) => arg !== position),
    'clpv',
  );
  if (problem || operands.length > 0) {
    error(
      problem
        ? describeProblem(problem)
        : `${operands[0]}: invalid ${/^[-+]/.test(operands[0] ?? '') ? 'number' : 'option'}`,
    );
    return problem ? 2 : 1;
  }
  if (flags.has('c')) {
    shell.directories = [];
    return 0;
  }
  const stack = [shell.cwd, ...shell.directories];
  if (position !== undefined) {
    const index = stackIndex(position, stack.length);
    const path = stack[index];
    if (path === undefined) {
      error(`${position}: directory stack index out of range`);
      return 1;
    }
    call.out(`${flags.has('l') ? path : shorten(shell, path)}\n`);
    return 0;
  }
  showStack(call, flags);
  return 0;
};

/** `pushd [-n] [DIR|+N|-N]`: goes to a directory and remembers the current one. */
export const pushdBuiltin: Builtin = (call) => {
  const { shell, args, error } = call;
  const stays = args[0] === '-n';
  const operands = (stays ? args.slice(1) : args).filter((arg) => arg !== '--');
  if (operands.length > 1) {
    error('too many arguments');
    return 1;
  }
  const [target] = operands;
  if (target === undefined || /^[-+]\d+$/.test(target)) return rotate(call, target ?? '+1');
  if (/^-./.test(target)) {
    error(`${target}: invalid number`);
    call.errorText('pushd: usage: pushd [-n] [+N | -N | dir]\n');
    return 2;
  }
  const before = shell.cwd;
  if (stays) {
    shell.directories.unshift(target);
  } else {
    const problem = changeDirectory(shell, target, false);
    if (problem !== undefined) {
      error(`${target}: ${problem}`);
      return 1;
    }
    shell.directories.unshift(before);
  }
  showStack(call, new Set());
  return 0;
};

function rotate(call: BuiltinCall, word: string): number {
  const { shell, error } = call;
  const stack = [shell.cwd, ...shell.directories];
  const index = stackIndex(word, stack.length);
  if (stack.length < 2 && word === '+1') {
    error('no other directory');
    return 1;
  }
  if (index < 0 || index >= stack.length) {
    error(`${word}: directory stack index out of range`);
    return 1;
  }
  const turned = [...stack.slice(index), ...stack.slice(0, index)];
  const problem = changeDirectory(shell, turned[0] ?? '/', false);
  if (problem !== undefined) {
    error(`${turned[0]}: ${problem}`);
    return 1;
  }
  shell.directories = turned.slice(1);
  showStack(call, new Set());
  return 0;
}

/** `popd [-n] [+N|-N]`: goes back to the directory on top of the stack. */
export const popdBuiltin: Builtin = (call) => {
  const { shell, args, error } = call;
  const operands = args.filter((arg) => arg !== '-n' && arg !== '--');
  const [word = '+0'] = operands;
  if (operands.length > 1) {
    error('too many arguments');
    return 1;
  }
  if (!/^[-+]\d+$/.test(word)) {
    error(`${word}: invalid ${word.startsWith('-') ? 'number' : 'argument'}`);
    call.errorText('popd: usage: popd [-n] [+N | -N]\n');
    return 2;
  }
  if (shell.directories.length === 0) {
    error('directory stack empty');
    return 1;
  }
  const stack = [shell.cwd, ...shell.directories];
  const index = stackIndex(word, stack.length);
  if (index < 0 || index >= stack.length) {
    error(`${word}: directory stack index out of range`);
    return 1;
  }
  if (index === 0 && args.includes('-n')) shell.directories = stack.slice(2);
  else if (index === 0) {
    const next = stack[1] ?? '/';
    const problem = changeDirectory(shell, next, false);
    if (problem !== undefined) {
      error(`${next}: ${problem}`);
      return 1;
    }
    shell.directories = stack.slice(2);
  } else shell.directories = stack.filter((_, at) => at !== index).slice(1);
  showStack(call, new Set());
  return 0;
};

function stackIndex(word: string, length: number): number {
  const number = Number(word.slice(1));
  return word.startsWith('-') ? length - 1 - number : number;
}

function showStack({ shell, out }: BuiltinCall, flags: ReadonlySet<string>): void {
  const stack = [shell.cwd, ...shell.directories].map((path) => (flags.has('l') ? path : shorten(shell, path)));
  if (flags.has('v')) out(stack.map((path, index) => `${String(index).padStart(2)}  ${path}\n`).join(''));
  else out(`${stack.join(flags.has('p') ? '\n' : ' ')}\n`);
}

function shorten(shell: Shell, path: string): string {
  const home = readVariable(shell, 'HOME') ?? '';
  if (home === '' || home === '/') return path;
  return path === home ? '~' : path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
