import { describeError, errnoOf, joinPath, type Program, statusCode } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { runProgram } from '../../command/run-program.ts';
import { splitWords } from './split-words.ts';

type EnvOption = 'ignore' | 'null' | 'unset' | 'chdir' | 'split' | 'debug';

const USAGE: CommandUsage<EnvOption> = {
  name: 'env',
  synopsis: ['[OPTION]... [-] [NAME=VALUE]... [COMMAND [ARG]...]'],
  summary: 'Run COMMAND in a changed environment; without COMMAND print the environment.',
  stopsAtOperand: true,
  faultStatus: 125,
  options: {
    ignore: { short: 'i', long: 'ignore-environment', help: 'start with an empty environment' },
    null: { short: '0', long: 'null', help: 'end each line with NUL' },
    unset: { short: 'u', long: 'unset', value: 'NAME', help: 'remove NAME' },
    chdir: { short: 'C', long: 'chdir', value: 'DIR', help: 'run COMMAND in DIR' },
    split: { short: 'S', long: 'split-string', value: 'S', help: 'split S into words' },
    debug: { short: 'v', long: 'debug', help: 'accepted' },
  },
};

/** Runs a command in a changed environment. */
export const env: Program = defineCommand(USAGE, async (run) => {
  const { given } = run.arguments;
  const splitOperands = given
    .filter(({ name }) => name === 'split')
    .flatMap(({ value }) => splitWords(value, run.context.env));
  const operands = [...splitOperands, ...run.arguments.operands];
  const isEmpty = run.arguments.has('ignore') || operands[0] === '-';
  const variables = new Map(isEmpty ? [] : run.context.env);
  for (const name of run.arguments.values('unset')) variables.delete(name);
  let index = operands[0] === '-' ? 1 : 0;
  for (; operands[index]?.includes('=') === true; index++) {
    const word = operands[index] ?? '';
    const equals = word.indexOf('=');
    variables.set(word.slice(0, equals), word.slice(equals + 1));
  }
  const command = operands.slice(index);
  if (command.length > 0) return runCommand(run, command, variables);
  const end = run.arguments.has('null') ? '\0' : '\n';
  for (const [name, value] of variables) run.output.putText(`${name}=${value}${end}`);
  return 0;
});

async function runCommand(
  run: CommandRun<EnvOption>,
  argv: readonly string[],
  variables: ReadonlyMap<string, string>,
): Promise<number> {
  const directory = run.arguments.value('chdir');
  const cwd = directory === undefined ? run.context.cwd : joinPath(run.context.cwd, directory);
  try {
    if (directory !== undefined) run.context.files.readDirectory(cwd);
  } catch (error) {
    await run.fail(`cannot change directory to ${quoteName(directory ?? '')}: ${describeError(error)}`, 125);
    return 125;
  }
  try {
    return statusCode(await runProgram(run.context, argv, { env: variables, cwd }));
  } catch (error) {
    if (!isInputFault(error)) throw error;
    await run.fail(`${quote(argv[0] ?? '')}: ${describeError(error)}`);
    return errnoOf(error) === 'ENOENT' ? 127 : 126;
  }
}
