import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { quote } from '../../arguments/quote.ts';

/** The options of join. */
export type JoinOption =
  | 'unpaired'
  | 'empty'
  | 'ignoreCase'
  | 'both'
  | 'format'
  | 'separator'
  | 'onlyUnpaired'
  | 'first'
  | 'second'
  | 'checkOrder'
  | 'noCheckOrder'
  | 'header'
  | 'zero';

/** How join is called. */
export const JOIN_USAGE: CommandUsage<JoinOption> = {
  name: 'join',
  synopsis: ['[OPTION]... FILE1 FILE2'],
  summary: 'For each pair of input lines with identical join fields, write a line.',
  options: {
    unpaired: { short: 'a', value: 'FILENUM', help: 'also print unpairable lines from file FILENUM' },
    empty: { short: 'e', value: 'STRING', help: 'replace missing (empty) input fields with STRING' },
    ignoreCase: { short: 'i', long: 'ignore-case', help: 'ignore differences in case when comparing fields' },
    both: { short: 'j', value: 'FIELD', help: "equivalent to '-1 FIELD -2 FIELD'" },
    format: { short: 'o', value: 'FORMAT', help: 'obey FORMAT while constructing output lines' },
    separator: { short: 't', value: 'CHAR', help: 'use CHAR as input and output field separator' },
    onlyUnpaired: { short: 'v', value: 'FILENUM', help: 'like -a FILENUM, but suppress joined output lines' },
    first: { short: '1', value: 'FIELD', help: 'join on this FIELD of file 1' },
    second: { short: '2', value: 'FIELD', help: 'join on this FIELD of file 2' },
    checkOrder: { long: 'check-order', help: 'check that the input is correctly sorted' },
    noCheckOrder: { long: 'nocheck-order', help: 'do not check that the input is correctly sorted' },
    header: { long: 'header', help: 'treat the first line in each file as field headers' },
    zero: { short: 'z', long: 'zero-terminated', help: 'lines end with a NUL byte' },
  },
};

/** A field to print: of file 1 or 2 by its number from 0, or, of file 0, the joined one. */
interface OutputField {
  readonly file: 0 | 1 | 2;
  readonly field: number;
}

/** How files are joined. */
export interface JoinSettings {
  /** From 0. */
  readonly keyFields: readonly [number, number];
  /** Nothing for runs of blanks; empty for lines of one field. */
  readonly separator: string | undefined;
  readonly empty: string;
  readonly ignoresCase: boolean;
  readonly format: readonly OutputField[] | undefined;
  readonly showsPaired: boolean;
  readonly showsUnpaired: ReadonlySet<number>;
  readonly checksOrder: 'always' | 'never' | 'when-unpaired';
  readonly hasHeader: boolean;
  readonly end: '\n' | '\0';
}

/** Returns the settings of a call, or what is wrong with it. */
export function readJoinSettings(given: ParsedArguments<JoinOption>): JoinSettings | string {
  const keys = [
    given.value('first') ?? given.value('both') ?? '1',
    given.value('second') ?? given.value('both') ?? '1',
  ];
  const wrongKey = keys.find((key) => !/^[1-9]\d*$/.test(key));
  if (wrongKey !== undefined) return `invalid field number: ${quote(wrongKey)}`;
  const unpaired = [...given.values('unpaired'), ...given.values('onlyUnpaired')];
  const wrongFile = unpaired.find((number) => number !== '1' && number !== '2');
  if (wrongFile !== undefined) return `invalid field number: ${quote(wrongFile)}`;
  const separator = given.value('separator');
  if (separator !== undefined && Array.from(separator).length > 1 && separator !== '\\0') {
    return `multi-character tab ${quote(separator)}`;
  }
  const format = given.has('format') ? readFormat(given.values('format').join(' ')) : undefined;
  if (typeof format === 'string') return format;
  return {
    keyFields: [Number(keys[0]) - 1, Number(keys[1]) - 1],
    separator: separator === '\\0' ? '\0' : separator,
    empty: given.value('empty') ?? '',
    ignoresCase: given.has('ignoreCase'),
    format,
    showsPaired: !given.has('onlyUnpaired'),
    showsUnpaired: new Set(unpaired.map(Number)),
    checksOrder: given.has('noCheckOrder') ? 'never' : given.has('checkOrder') ? 'always' : 'when-unpaired',
    hasHeader: given.has('header'),
    end: given.has('zero') ? '\0' : '\n',
  };
}

function readFormat(written: string): OutputField[] | string {
  if (written === 'auto') return '-o auto is not supported';
  const fields: OutputField[] = [];
  for (const item of written.split(/[\s,]+/).filter((text) => text !== '')) {
    const [, file, field] = /^([12])\.([1-9]\d*)$/.exec(item) ?? [];
    if (item === '0') fields.push({ file: 0, field: 0 });
    else if (field !== undefined) fields.push({ file: file === '1' ? 1 : 2, field: Number(field) - 1 });
    else
      return /^[12]/.test(item)
        ? `invalid field number: ${quote(item.slice(2))}`
        : `invalid file number in field spec: ${quote(item)}`;
  }
  return fields;
}
