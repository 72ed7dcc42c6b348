import { decodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readLines } from '../../command/read-lines.ts';
import { convertNumber } from './convert-number.ts';
import { type NumfmtOption, type NumfmtSettings, readNumfmtSettings } from './numfmt-settings.ts';

const USAGE: CommandUsage<NumfmtOption> = {
  name: 'numfmt',
  synopsis: ['[OPTION]... [NUMBER]...'],
  summary: 'Convert numbers from and to forms for people.',
  options: {
    debug: { long: 'debug', help: 'warn about input that is not valid' },
    delimiter: { short: 'd', long: 'delimiter', value: 'X', help: 'fields end at X, not at blanks' },
    field: { long: 'field', value: 'FIELDS', help: 'convert these fields (1), such as 2, 1-3, 4-, or - for all' },
    format: { long: 'format', value: 'FORMAT', help: 'print with FORMAT, a printf %f with width and precision' },
    from: {
      long: 'from',
      choices: [['none'], ['auto'], ['si'], ['iec'], ['iec-i']],
      value: 'UNIT',
      help: 'read suffixes as UNIT says: none, auto, si, iec, iec-i',
    },
    fromUnit: { long: 'from-unit', value: 'N', help: 'numbers that are read count in N' },
    grouping: { long: 'grouping', help: 'group digits as the locale does' },
    header: { long: 'header', value: 'N', valueIsOptional: true, help: 'copy the first N lines (1) as they are' },
    invalid: {
      long: 'invalid',
      choices: [['abort'], ['fail'], ['warn'], ['ignore']],
      value: 'MODE',
      help: 'what to do with no numbers: abort, fail, warn, ignore',
    },
    padding: { long: 'padding', value: 'N', help: 'pad to N columns, on the right when N is negative' },
    round: {
      long: 'round',
      choices: [['up'], ['down'], ['from-zero'], ['towards-zero'], ['nearest']],
      value: 'METHOD',
      help: 'up, down, from-zero (default), towards-zero, nearest',
    },
    suffix: { long: 'suffix', value: 'SUFFIX', help: 'add SUFFIX to numbers, and accept it' },
    to: {
      long: 'to',
      choices: [['none'], ['si'], ['iec'], ['iec-i']],
      value: 'UNIT',
      help: 'write suffixes: none, si, iec, iec-i',
    },
    toUnit: { long: 'to-unit', value: 'N', help: 'numbers that are written count in N' },
    zero: { short: 'z', long: 'zero-terminated', help: 'lines end with NUL' },
  },
  notes: 'UNIT: si counts in 1000 (1K), iec in 1024 (1K), iec-i in 1024 (1Ki), auto takes 1K as 1000 and 1Ki as 1024.',
};

const INVALID = 2;

/** Converts numbers between forms. */
export const numfmt: Program = defineCommand(USAGE, async (run) => {
  const settings = readNumfmtSettings(run.arguments);
  if (typeof settings === 'string') {
    const isPlain = /^(?:invalid (?:unit|padding|header|format)|format|grouping|--grouping|the delimiter)/.test(
      settings,
    );
    if (!isPlain) return run.failUsage(settings);
    await run.fail(settings);
    return 1;
  }
  const end = run.arguments.has('zero') ? '\0' : '\n';
  const converter = new LineConverter(run, settings);
  if (run.arguments.operands.length > 0) {
    for (const operand of run.arguments.operands) {
      if (!(await converter.put(operand, end))) return INVALID;
    }
    return run.status;
  }
  let lineNumber = 0;
  for await (const { lines, isTerminated } of readLines(run.context.stdin, end.charCodeAt(0))) {
    for (const [index, bytes] of lines.entries()) {
      const line = decodeText(bytes);
      const lineEnd = isTerminated || index < lines.length - 1 ? end : '';
      if (++lineNumber <= settings.headerLines) run.output.putText(line + lineEnd);
      else if (!(await converter.put(line, lineEnd))) return INVALID;
    }
    await run.output.drain();
  }
  return run.status;
});

class LineConverter {
  readonly #run: CommandRun<NumfmtOption>;
  readonly #settings: NumfmtSettings;

  constructor(run: CommandRun<NumfmtOption>, settings: NumfmtSettings) {
    this.#run = run;
    this.#settings = settings;
  }

  /** Prints a line with its fields converted; returns whether to go on. */
  async put(line: string, end: string): Promise<boolean> {
    const { delimiter, isField, invalid } = this.#settings;
    const fields = delimiter === undefined ? (line.match(/\s*\S+|\s+$/g) ?? [line]) : line.split(delimiter);
    const { output } = this.#run;
    for (const [index, field] of fields.entries()) {
      if (index > 0) output.putText(delimiter ?? '');
      const isBlank = delimiter === undefined && field.trim() === '' && fields.length > 1;
      if (!isField(index + 1) || isBlank) {
        output.putText(field);
        continue;
      }
      const result = convertNumber(field.trimStart(), this.#settings);
      if ('text' in result) {
        output.putText(this.#pad(result.text, field, index));
        continue;
      }
      // A blank before a field is printed with what comes before it.
      const blanks = delimiter === undefined && index > 0 ? field.slice(0, 1) : '';
      output.putText(blanks);
      if (invalid !== 'ignore') await this.#run.warn(result.fault);
      if (invalid === 'abort') return false;
      output.putText(field.slice(blanks.length));
      if (invalid === 'fail') this.#run.status = INVALID;
    }
    output.putText(end);
    return true;
  }

  /** Without `--padding` a field between blanks keeps its width. */
  #pad(text: string, field: string, index: number): string {
    const { padding, isZeroPadded, delimiter, before, after } = this.#settings;
    const first = delimiter === undefined && index > 0 ? field.slice(0, 1) : '';
    const isIndented = delimiter === undefined && /^\s/.test(field.slice(first.length));
    const width = padding === 0 && isIndented ? field.length - first.length : padding;
    const padded = width < 0 ? text.padEnd(-width) : text.padStart(width, isZeroPadded && padding !== 0 ? '0' : ' ');
    return first + before + padded + after;
  }
}
