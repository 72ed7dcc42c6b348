import { decodeText, describeError, formatTime, joinPath, localTime, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteNameIfNeeded } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll, splitLines } from '../../command/read-lines.ts';
import { parseDate } from '../../time/parse-date.ts';

type DateOption = 'date' | 'debug' | 'file' | 'iso' | 'rfcEmail' | 'rfc3339' | 'reference' | 'set' | 'utc';
type DateRun = CommandRun<DateOption>;

const USAGE: CommandUsage<DateOption> = {
  name: 'date',
  synopsis: ['[OPTION]... [+FORMAT]'],
  summary: 'Print the time now, or another one, in the given FORMAT.',
  options: {
    date: { short: 'd', long: 'date', value: 'STRING', help: 'print the time that STRING says' },
    debug: { long: 'debug', help: 'accepted' },
    file: { short: 'f', long: 'file', value: 'FILE', help: 'the same for each line of FILE' },
    iso: {
      short: 'I',
      long: 'iso-8601',
      choices: [['hours'], ['minutes'], ['date'], ['seconds'], ['ns']],
      value: 'FMT',
      valueIsOptional: true,
      help: 'ISO 8601: date, hours, minutes, seconds or ns',
    },
    rfcEmail: { short: 'R', long: 'rfc-email', help: 'RFC 5322: Mon, 14 Aug 2006 02:34:56 -0600' },
    rfc3339: {
      long: 'rfc-3339',
      choices: [['date'], ['seconds'], ['ns']],
      value: 'FMT',
      help: 'RFC 3339: date, seconds or ns',
    },
    reference: { short: 'r', long: 'reference', value: 'FILE', help: 'print when FILE was changed' },
    set: { short: 's', long: 'set', value: 'STRING', help: 'refused: the clock belongs to the machine' },
    utc: { short: 'u', long: ['utc', 'universal', 'uct'], help: 'use Coordinated Universal Time' },
  },
};

const ISO_FORMATS: ReadonlyMap<string, string> = new Map([
  ['', '%Y-%m-%d'],
  ['date', '%Y-%m-%d'],
  ['hours', '%Y-%m-%dT%H%:z'],
  ['minutes', '%Y-%m-%dT%H:%M%:z'],
  ['seconds', '%Y-%m-%dT%H:%M:%S%:z'],
  ['ns', '%Y-%m-%dT%H:%M:%S,%N%:z'],
]);

const RFC3339_FORMATS: ReadonlyMap<string, string> = new Map([
  ['date', '%Y-%m-%d'],
  ['seconds', '%Y-%m-%d %H:%M:%S%:z'],
  ['ns', '%Y-%m-%d %H:%M:%S.%N%:z'],
]);

/** Prints times. */
export const date: Program = defineCommand(USAGE, async (run) => {
  const format = readFormat(run);
  if (typeof format !== 'string') return run.failUsage(format.fault);
  if (run.arguments.has('set')) {
    await run.fail('cannot set date: Operation not permitted');
    return 1;
  }
  const zone = run.arguments.has('utc') ? 'UTC0' : run.context.env.get('TZ');
  const print = (epochMs: number): void => run.output.putText(`${formatTime(format, localTime(epochMs, zone))}\n`);
  const nowMs = run.context.clock.now();
  switch (run.arguments.last('date', 'file', 'reference')) {
    case undefined:
      print(nowMs);
      return 0;
    case 'date':
      await printDate(run, run.arguments.value('date') ?? '', { nowMs, zone }, print);
      return run.status;
    case 'file':
      await run.eachInput(
        async ({ reader }) => {
          for (const line of splitLines(await readAll(reader))) {
            await printDate(run, decodeText(line), { nowMs, zone }, print);
          }
        },
        { operands: [run.arguments.value('file') ?? '-'] },
      );
      return run.status;
    case 'reference':
      return printReference(run, run.arguments.value('reference') ?? '', print);
  }
});

async function printDate(
  run: DateRun,
  text: string,
  context: Parameters<typeof parseDate>[1],
  print: (epochMs: number) => void,
): Promise<void> {
  const moment = parseDate(text, context);
  if (moment === undefined) await run.fail(`invalid date ${quote(text)}`);
  else print(moment);
}

async function printReference(run: DateRun, name: string, print: (epochMs: number) => void): Promise<number> {
  try {
    print(run.context.files.stat(joinPath(run.context.cwd, name)).mtimeMs);
  } catch (error) {
    if (!isInputFault(error)) throw error;
    await run.fail(`${quoteNameIfNeeded(name)}: ${describeError(error)}`);
  }
  return run.status;
}

function readFormat({ arguments: given }: DateRun): string | { readonly fault: string } {
  const [operand, extra] = given.operands;
  if (extra !== undefined) return { fault: `extra operand ${quote(extra)}` };
  if (operand?.startsWith('+')) return operand.slice(1);
  if (operand !== undefined) {
    const fault = given.has('date')
      ? `the argument ${quote(operand)} lacks a leading '+';`
      : `invalid date ${quote(operand)}`;
    return { fault };
  }
  switch (given.last('iso', 'rfcEmail', 'rfc3339')) {
    case 'iso': {
      const written = given.value('iso') ?? '';
      return ISO_FORMATS.get(written) ?? { fault: `invalid argument ${quote(written)} for ${quote('--iso-8601')}` };
    }
    case 'rfc3339': {
      const written = given.value('rfc3339') ?? '';
      return RFC3339_FORMATS.get(written) ?? { fault: `invalid argument ${quote(written)} for ${quote('--rfc-3339')}` };
    }
    case 'rfcEmail':
      return '%a, %d %b %Y %H:%M:%S %z';
    case undefined:
      return '%a %b %e %H:%M:%S %Z %Y';
  }
}
