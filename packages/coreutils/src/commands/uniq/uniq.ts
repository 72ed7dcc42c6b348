import { equalBytes, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteName, quoteNameIfNeeded } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { OutputBuffer } from '../../command/output-buffer.ts';
import { readLines } from '../../command/read-lines.ts';
import { createLineKey } from './line-key.ts';

/** The options of uniq. */
export type UniqOption =
  | 'count'
  | 'repeated'
  | 'allRepeated'
  | 'allRepeatedBy'
  | 'skipFields'
  | 'group'
  | 'ignoreCase'
  | 'skipCharacters'
  | 'unique'
  | 'zero'
  | 'checkCharacters';

const USAGE: CommandUsage<UniqOption> = {
  name: 'uniq',
  synopsis: ['[OPTION]... [INPUT [OUTPUT]]'],
  summary: 'Print one line for each run of neighbouring lines that are the same.',
  options: {
    count: { short: 'c', long: 'count', help: 'show how often each line came' },
    repeated: { short: 'd', long: 'repeated', help: 'print only lines that came more than once, one of each' },
    allRepeated: { short: 'D', help: 'print all lines that came more than once' },
    allRepeatedBy: {
      long: 'all-repeated',
      choices: [['none'], ['prepend'], ['separate']],
      value: 'METHOD',
      valueIsOptional: true,
      help: 'like -D, with empty lines between groups: none, prepend or separate',
    },
    skipFields: { short: 'f', long: 'skip-fields', value: 'N', help: 'do not compare the first N fields' },
    group: {
      long: 'group',
      choices: [['prepend'], ['append'], ['separate'], ['both']],
      value: 'METHOD',
      valueIsOptional: true,
      help: 'print all lines, with empty lines between groups: separate, prepend, append or both',
    },
    ignoreCase: { short: 'i', long: 'ignore-case', help: 'upper and lower case are the same' },
    skipCharacters: { short: 's', long: 'skip-chars', value: 'N', help: 'do not compare the first N characters' },
    unique: { short: 'u', long: 'unique', help: 'print only lines that came once' },
    zero: { short: 'z', long: 'zero-terminated', help: 'lines end with a NUL byte' },
    checkCharacters: { short: 'w', long: 'check-chars', value: 'N', help: 'compare no more than N characters' },
  },
};

const NUMBER_OPTIONS = {
  skipFields: 'invalid number of fields to skip',
  skipCharacters: 'invalid number of bytes to skip',
  checkCharacters: 'invalid number of bytes to compare',
};

/** Lines that are the same, by their key. */
interface Run {
  readonly key: Uint8Array;
  readonly first: Uint8Array;
  count: number;
}

/** Prints or drops repeated lines. */
export const uniq: Program = defineCommand(USAGE, async (run) => {
  const [input = '-', outputName, extra] = run.arguments.operands;
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
  const fault = numberFault(run);
  if (fault !== undefined) {
    await run.fail(fault);
    return 1;
  }
  const file =
    outputName === undefined || outputName === '-'
      ? undefined
      : run.context.open(outputName, { write: true, create: true, truncate: true });
  const output = file ? new OutputBuffer(file) : run.output;
  await run.eachInput(
    async ({ reader }) => {
      const terminator = run.arguments.has('zero') ? 0 : 10;
      const printer = createRunPrinter(run, output, String.fromCharCode(terminator));
      const keyOf = createLineKey(run.arguments);
      let current: Run | undefined;
      for await (const { lines } of readLines(reader, terminator)) {
        for (const line of lines) {
          const key = keyOf(line);
          const isSame = current !== undefined && equalBytes(current.key, key);
          if (current && isSame) current.count++;
          else {
            if (current) printer.endRun(current);
            current = { key, first: line, count: 1 };
          }
          printer.line(line, isSame);
        }
        await output.flush();
      }
      if (current) printer.endRun(current);
      printer.end();
      await output.flush();
    },
    {
      operands: [input],
      describe: (name, reason, wasOpened) =>
        wasOpened ? `error reading ${quoteName(name)}` : `${quoteNameIfNeeded(name)}: ${reason}`,
    },
  );
  file?.close();
  return run.status;
});

function numberFault({ arguments: given }: CommandRun<UniqOption>): string | undefined {
  for (const name of ['skipFields', 'skipCharacters', 'checkCharacters'] satisfies UniqOption[]) {
    const value = given.value(name);
    if (value !== undefined && !/^\d+$/.test(value)) return `${value}: ${NUMBER_OPTIONS[name]}`;
  }
  return undefined;
}

/** Prints what is wanted of each run. */
interface RunPrinter {
  line(line: Uint8Array, isSame: boolean): void;
  endRun(run: Run): void;
  end(): void;
}

function createRunPrinter(run: CommandRun<UniqOption>, output: OutputBuffer, end: string): RunPrinter {
  const given = run.arguments;
  if (given.has('group')) return createGroupPrinter(output, end, given.value('group') || 'separate');
  if (given.has('allRepeated') || given.has('allRepeatedBy')) {
    return createRepeatedPrinter(output, end, given.value('allRepeatedBy') || 'none');
  }
  const wantsOnce = !given.has('repeated');
  const wantsRepeated = !given.has('unique');
  return {
    line: () => undefined,
    endRun({ first, count }) {
      if (count === 1 ? !wantsOnce : !wantsRepeated) return;
      if (given.has('count')) output.putText(`${String(count).padStart(7)} `);
      output.put(first);
      output.putText(end);
    },
    end: () => undefined,
  };
}

function createGroupPrinter(output: OutputBuffer, end: string, method: string): RunPrinter {
  let hasPrinted = false;
  const before = method === 'prepend' || method === 'both';
  return {
    line(line, isSame) {
      if (!isSame && (hasPrinted || before)) output.putText(end);
      output.put(line);
      output.putText(end);
      hasPrinted = true;
    },
    endRun: () => undefined,
    end() {
      if (hasPrinted && (method === 'append' || method === 'both')) output.putText(end);
    },
  };
}

function createRepeatedPrinter(output: OutputBuffer, end: string, method: string): RunPrinter {
  let first: Uint8Array | undefined;
  let groups = 0;
  const print = (line: Uint8Array): void => {
    output.put(line);
    output.putText(end);
  };
  return {
    line(line, isSame) {
      if (!isSame) {
        first = line;
        return;
      }
      if (first) {
        if (method === 'prepend' || (method === 'separate' && groups > 0)) output.putText(end);
        groups++;
        print(first);
      }
      first = undefined;
      print(line);
    },
    endRun: () => undefined,
    end: () => undefined,
  };
}
