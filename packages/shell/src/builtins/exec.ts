import { TerminatedBySignal } from '@cloche/system';
import { EXIT } from '../execute/completion.ts';
import { exportedEnvironment, startProgram } from '../execute/start-program.ts';
import { waitForProcess } from '../execute/subshell.ts';
import type { Builtin } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `exec [-cl] [-a NAME] [COMMAND [ARG…]]`: replaces the shell, or makes redirections stay. */
export const execBuiltin: Builtin = function* ({ shell, args, error }) {
  const { flags, values, operands, problem } = parseLetters(args, 'cla:');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  if (operands.length === 0) {
    shell.keepsRedirections = true;
    return 0;
  }
  const env = flags.has('c') ? new Map<string, string>() : exportedEnvironment(shell);
  const name = values.get('a') ?? operands[0] ?? '';
  const started = startProgram(shell, operands, env, { argv0: flags.has('l') ? `-${name}` : name });
  if (started.kind === 'failed') {
    error(started.message.replace(': command not found', ': not found'));
    if (shell.shellOptions.has('execfail')) return started.status;
    return { status: started.status, completion: EXIT };
  }
  shell.isReplaced = true;
  shell.traps.commands.clear();
  shell.traps.replacement = started.process;
  const status = yield* waitForProcess(shell, started.process);
  // The program was this process: it has ended as the program has.
  const end = started.process.status;
  if (end?.kind === 'signaled') throw new TerminatedBySignal(end.signal);
  return { status, completion: EXIT };
};
