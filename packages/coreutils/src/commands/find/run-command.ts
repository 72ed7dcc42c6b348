import { describeError, statusCode } from '@cloche/system';
import { quote } from '../../arguments/quote.ts';
import { isInputFault } from '../../command/command-run.ts';
import { runProgram } from '../../command/run-program.ts';
import type { FindState } from './expression.ts';

/** Runs a command of `-exec` and returns its status; what was printed so far comes first. */
export async function runCommand(
  { context, run }: FindState,
  argv: readonly string[],
  cwd: string | undefined,
): Promise<number> {
  await run.output.flush();
  try {
    return statusCode(await runProgram(context, argv, cwd === undefined ? {} : { cwd }));
  } catch (error) {
    if (!isInputFault(error)) throw error;
    await run.warn(`${quote(argv[0] ?? '')}: ${describeError(error)}`);
    return 1;
  }
}
