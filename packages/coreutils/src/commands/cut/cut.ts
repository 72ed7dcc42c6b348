import { concatBytes, decodeText, encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readLines } from '../../command/read-lines.ts';
import { type CutList, parseCutList } from './cut-list.ts';

type CutOption =
  | 'bytes'
  | 'characters'
  | 'delimiter'
  | 'fields'
  | 'whole'
  | 'complement'
  | 'only'
  | 'outputDelimiter'
  | 'zero';

const USAGE: CommandUsage<CutOption> = {
  name: 'cut',
  synopsis: ['OPTION... [FILE]...'],
  summary: 'Print parts of each line.',
  options: {
    bytes: { short: 'b', long: 'bytes', value: 'LIST', help: 'print these bytes' },
    characters: { short: 'c', long: 'characters', value: 'LIST', help: 'print these characters' },
    delimiter: { short: 'd', long: 'delimiter', value: 'DELIM', help: 'fields are separated by DELIM, not by tabs' },
    fields: { short: 'f', long: 'fields', value: 'LIST', help: 'print these fields, and lines without a delimiter' },
    whole: { short: 'n', help: 'accepted' },
    complement: { long: 'complement', help: 'print all but what is listed' },
    only: { short: 's', long: 'only-delimited', help: 'with -f, leave out lines without a delimiter' },
    outputDelimiter: { long: 'output-delimiter', value: 'STRING', help: 'print STRING between the parts' },
    zero: { short: 'z', long: 'zero-terminated', help: 'lines end with a NUL byte' },
  },
  notes: 'LIST is one or more of N, N-, N-M and -M, counted from 1 and separated by commas.',
};

type CutLine = (line: Uint8Array) => Uint8Array | undefined;

/** Prints parts of lines. */
export const cut: Program = defineCommand(USAGE, async (run) => {
  const cutLine = readCut(run);
  if (typeof cutLine === 'string') return run.failUsage(cutLine);
  const terminator = run.arguments.has('zero') ? 0 : 10;
  const end = Uint8Array.of(terminator);
  await run.eachInput(async ({ reader }) => {
    for await (const { lines } of readLines(reader, terminator)) {
      for (const line of lines) {
        const part = cutLine(line);
        if (!part) continue;
        run.output.put(part);
        run.output.put(end);
      }
      await run.output.flush();
    }
  });
  return run.status;
});

/** Returns what is done to each line, or what is wrong with the options. */
function readCut({ arguments: given }: CommandRun<CutOption>): CutLine | string {
  const lists = given.given.filter(({ name }) => name === 'bytes' || name === 'characters' || name === 'fields');
  const [list] = lists;
  if (!list) return 'you must specify a list of bytes, characters, or fields';
  if (lists.length > 1) return 'only one list may be specified';
  const isFields = list.name === 'fields';
  const delimiter = given.value('delimiter') ?? '\t';
  if (given.has('delimiter') && !isFields) return 'an input delimiter may be specified only when operating on fields';
  if (given.has('only') && !isFields) {
    return 'suppressing non-delimited lines makes sense\n\tonly when operating on fields';
  }
  if (Array.from(delimiter).length > 1) return 'the delimiter must be a single character';
  const ranges = parseCutList(list.value, isFields ? 'field' : 'position', given.has('complement'));
  if (typeof ranges === 'string') return ranges;
  const outputDelimiter = given.value('outputDelimiter');
  if (isFields) {
    return cutFields(ranges, {
      delimiter: encodeText(delimiter === '' ? '\0' : delimiter),
      outputDelimiter: encodeText(outputDelimiter ?? delimiter),
      onlyDelimited: given.has('only'),
    });
  }
  const between = outputDelimiter === undefined ? undefined : encodeText(outputDelimiter);
  return (line) => cutBytes(line, ranges, between);
}

function cutBytes(line: Uint8Array, list: CutList, between: Uint8Array | undefined): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { from, to } of list.ranges) {
    if (from > line.length) break;
    if (between && parts.length > 0) parts.push(between);
    parts.push(line.subarray(from - 1, Math.min(to, line.length)));
  }
  return concatBytes(parts);
}

function cutFields(
  list: CutList,
  settings: { readonly delimiter: Uint8Array; readonly outputDelimiter: Uint8Array; readonly onlyDelimited: boolean },
): CutLine {
  const separator = decodeText(settings.delimiter);
  const joiner = decodeText(settings.outputDelimiter);
  return (line) => {
    const text = decodeText(line);
    if (!text.includes(separator)) return settings.onlyDelimited ? undefined : line;
    const fields = text.split(separator);
    return encodeText(fields.filter((_, index) => list.has(index + 1)).join(joiner));
  };
}
