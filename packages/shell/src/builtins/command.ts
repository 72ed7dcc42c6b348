import type { Shell } from '../shell.ts';
import type { Builtin } from './builtin.ts';
import { describeCommand, findCommandKinds } from './describe-command.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** Where `command -p` looks: the directories of the standard programs. */
const DEFAULT_PATH = '/bin:/usr/bin';

/** `command [-pvV] NAME [ARG…]`: runs a command past functions, or says what it is. */
export const commandBuiltin: Builtin = function* ({ shell, args, out, error }) {
  const { flags, operands, problem } = parseLetters(args, 'pvV');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  if (operands.length === 0) return 0;
  if (flags.has('v') || flags.has('V')) return describe(shell, operands, { isLong: flags.has('V'), out, error });
  const completion = yield* shell.interpreter.runWords(shell, operands, {
    skips: 'functions',
    path: flags.has('p') ? DEFAULT_PATH : undefined,
  });
  return { status: shell.status, completion };
};

function describe(
  shell: Shell,
  names: readonly string[],
  { isLong, out, error }: { isLong: boolean; out(text: string): void; error(text: string): void },
): number {
  let status = names.length > 0 ? 1 : 0;
  for (const name of names) {
    const [kind] = findCommandKinds(shell, name, {});
    if (kind) {
      status = 0;
      out(`${describeCommand(shell, name, kind, isLong ? 'long' : 'short')}\n`);
    } else if (isLong) error(`${name}: not found`);
  }
  return status;
}

/** `builtin NAME [ARG…]`: runs a builtin past functions. */
export const builtinBuiltin: Builtin = function* ({ shell, args, error }) {
  const operands = args[0] === '--' ? args.slice(1) : args;
  const [name] = operands;
  if (name === undefined) return 0;
  if (!shell.builtins.has(name)) {
    error(`${name}: not a shell builtin`);
    return 1;
  }
  const completion = yield* shell.interpreter.runWords(shell, operands, { skips: 'all but builtins' });
  return { status: shell.status, completion };
};
