import type { Builtin } from './builtin.ts';
import { describeCommand, findCommandKinds } from './describe-command.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `type [-afptP] NAME…`: says what command words mean. */
export const typeBuiltin: Builtin = ({ shell, args, out, error }) => {
  const { flags, operands, problem } = parseLetters(args, 'afptP');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  let status = 0;
  const search = { all: flags.has('a'), skipsFunctions: flags.has('f'), filesOnly: flags.has('P') };
  for (const name of operands) {
    const kinds = findCommandKinds(shell, name, search);
    if (kinds.length === 0) {
      status = 1;
      if (!flags.has('t') && !flags.has('p') && !flags.has('P')) error(`${name}: not found`);
    }
    for (const kind of kinds) {
      if (flags.has('p') || flags.has('P')) {
        if (kind.kind === 'file') out(`${kind.path}\n`);
      } else out(`${describeCommand(shell, name, kind, flags.has('t') ? 'word' : 'long')}\n`);
    }
  }
  return status;
};
