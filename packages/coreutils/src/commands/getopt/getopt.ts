import { encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { scanParameters } from './scan-parameters.ts';

type GetoptOption =
  | 'alternative'
  | 'longOptions'
  | 'name'
  | 'options'
  | 'quiet'
  | 'quietOutput'
  | 'shell'
  | 'test'
  | 'unquoted'
  | 'help'
  | 'version';

const USAGE: CommandUsage<GetoptOption> = {
  name: 'getopt',
  synopsis: [
    'OPTSTRING PARAMETER...',
    '[OPTION]... [--] OPTSTRING PARAMETER...',
    '[OPTION]... -o OPTSTRING [--] PARAMETER...',
  ],
  summary: 'Parse the options of a shell script.',
  options: {
    alternative: { short: 'a', long: 'alternative', help: 'long options may begin with one dash' },
    longOptions: { short: 'l', long: ['longoptions', 'longopts'], value: 'NAMES', help: 'long options to recognize' },
    name: { short: 'n', long: 'name', value: 'NAME', help: 'the name that errors are reported under' },
    options: { short: 'o', long: 'options', value: 'OPTSTRING', help: 'letters to recognize' },
    quiet: { short: 'q', long: 'quiet', help: 'no messages for wrong parameters' },
    quietOutput: { short: 'Q', long: 'quiet-output', help: 'no normal output' },
    shell: { short: 's', long: 'shell', value: 'SHELL', help: 'quote for sh, bash, csh or tcsh' },
    test: { short: 'T', long: 'test', help: 'exit with status 4: this is the new getopt' },
    unquoted: { short: 'u', long: 'unquoted', help: 'do not quote the output' },
    help: { short: 'h' },
    version: { short: 'V' },
  },
  stopsAtOperand: true,
  faultStatus: 2,
};

const WRONG_CALL = 2;
const WRONG_PARAMETER = 1;
const IS_NEW_GETOPT = 4;
const SHELLS: readonly string[] = ['sh', 'bash', 'csh', 'tcsh'];

/** Parses options for shell scripts, as util-linux does. */
export const getopt: Program = defineCommand<GetoptOption>(USAGE, async (run) => {
  const given = run.arguments;
  if (given.has('test')) return IS_NEW_GETOPT;
  const parameters = [...given.operands];
  const letters = given.value('options') ?? parameters.shift();
  if (letters === undefined) return run.failUsage('missing optstring argument', WRONG_CALL);
  const shell = given.value('shell') ?? 'bash';
  if (!SHELLS.includes(shell)) return run.failUsage(`unknown shell after -s or --shell argument`, WRONG_CALL);
  const isOldForm = run.context.argv[1]?.startsWith('-') !== true;
  const { words, operands, faults } = scanParameters(parameters, {
    letters: letters.replace(/^[+-]/, ''),
    longNames: given.values('longOptions').flatMap((names) => names.split(/[\s,]+/).filter(Boolean)),
    order:
      letters.startsWith('+') || run.context.env.has('POSIXLY_CORRECT')
        ? 'stop'
        : letters.startsWith('-')
          ? 'in place'
          : 'permute',
    allowsOneDash: given.has('alternative'),
  });
  if (!given.has('quiet')) await report(run, faults);
  if (faults.length > 0) run.status = WRONG_PARAMETER;
  if (given.has('quietOutput')) return run.status;
  const isPlain = isOldForm || given.has('unquoted');
  const show = (text: string): string => (isPlain ? text : quoteWord(text, shell.endsWith('csh')));
  const parts = words.map((word) => (word.kind === 'option' ? ` ${word.text}` : ` ${show(word.text)}`));
  run.output.putText(`${[...parts, ' --', ...operands.map((word) => ` ${show(word)}`)].join('')}\n`);
  return run.status;
});

async function report(run: CommandRun<GetoptOption>, faults: readonly string[]): Promise<void> {
  const name = run.arguments.value('name') ?? 'getopt';
  for (const fault of faults) {
    await run.output.flush();
    await run.context.stderr.write(encodeText(`${name}: ${fault}\n`));
  }
}

function quoteWord(text: string, isCsh: boolean): string {
  const escaped = text.replaceAll("'", "'\\''");
  return `'${isCsh ? escaped.replaceAll('!', "'\\!'").replaceAll('\n', "'\\n'") : escaped}'`;
}
