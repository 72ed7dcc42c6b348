import type { Builtin } from './builtin.ts';
import { findCommandKinds } from './describe-command.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `hash [-lr] [-p PATH] [-dt] [NAME…]`: what the shell remembers of commands' places. */
export const hashBuiltin: Builtin = ({ shell, args, out, error }) => {
  const { flags, values, operands, problem } = parseLetters(args, 'lrp:dt');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  if (flags.has('r')) shell.commandPaths.clear();
  if (operands.length === 0) {
    if (flags.has('r')) return 0;
    if (shell.commandPaths.size === 0) {
      out('hash: hash table empty\n');
      return 0;
    }
    if (!flags.has('l')) out('hits\tcommand\n');
    for (const [name, { path, hits }] of shell.commandPaths) {
      out(flags.has('l') ? `builtin hash -p ${path} ${name}\n` : `${String(hits).padStart(4)}\t${path}\n`);
    }
    return 0;
  }
  let status = 0;
  for (const name of operands) {
    const known = shell.commandPaths.get(name);
    if (flags.has('t') || flags.has('d')) {
      if (!known) {
        error(`${name}: not found`);
        status = 1;
      } else if (flags.has('d')) shell.commandPaths.delete(name);
      else out(operands.length > 1 ? `${name}\t${known.path}\n` : `${known.path}\n`);
      continue;
    }
    const given = values.get('p');
    const [file] = given === undefined ? findCommandKinds(shell, name, { filesOnly: true }) : [];
    const path = given ?? (file?.kind === 'file' ? file.path : undefined);
    if (path !== undefined) shell.commandPaths.set(name, { path, hits: 0 });
    else if (!shell.builtins.has(name) && !shell.functions.has(name)) {
      error(`${name}: not found`);
      status = 1;
    }
  }
  return status;
};
