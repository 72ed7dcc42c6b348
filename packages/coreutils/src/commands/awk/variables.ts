import type { MainInput } from './main-input.ts';
import type { AwkRecord } from './record.ts';
import type { AwkSettings } from './settings.ts';
import { type AwkCell, type AwkValue, isTrue, isValue, toNumber, toText } from './values.ts';

/** A variable of the whole program. */
export interface AwkVariable {
  get(): AwkCell;
  set(cell: AwkCell): void;
}

/** Makes a variable that only keeps what it is given. */
export function createVariable(initial?: AwkCell): AwkVariable {
  let cell = initial;
  return {
    get: () => cell,
    set(next) {
      cell = next;
    },
  };
}

/** Makes a variable that tells of its changes. */
function createWatchedVariable(initial: AwkValue, changed: (value: AwkValue) => void): AwkVariable {
  let cell: AwkCell = initial;
  return {
    get: () => cell,
    set(next) {
      cell = next;
      if (isValue(next)) changed(next);
    },
  };
}

/** Makes a variable whose value is kept elsewhere, as a number. */
function createCounter(read: () => number, write: (value: number) => void): AwkVariable {
  return {
    get: read,
    set(next) {
      if (isValue(next)) write(toNumber(next));
    },
  };
}

/** Creates the variables that the language gives a meaning. */
export function createSpecialVariables(
  settings: AwkSettings,
  record: AwkRecord,
  input: Pick<MainInput, 'recordNumber' | 'fileRecordNumber'>,
): Map<string, AwkVariable> {
  const text = (initial: string, changed: (text: string) => void): AwkVariable =>
    createWatchedVariable(initial, (value) => changed(toText(value, settings.conversionFormat)));
  return new Map<string, AwkVariable>([
    ['FS', text(' ', (value) => settings.setFieldRule('FS', value))],
    ['FPAT', text('[^[:space:]]+', (value) => settings.setFieldRule('FPAT', value))],
    ['FIELDWIDTHS', text('', (value) => settings.setFieldRule('FIELDWIDTHS', value))],
    ['RS', text('\n', (value) => void (settings.recordSeparator = value))],
    ['OFS', text(' ', (value) => void (settings.outputSeparator = value))],
    ['ORS', text('\n', (value) => void (settings.outputRecordSeparator = value))],
    ['SUBSEP', text('\x1c', (value) => void (settings.subscriptSeparator = value))],
    ['CONVFMT', text('%.6g', (value) => void (settings.conversionFormat = value))],
    ['OFMT', text('%.6g', (value) => void (settings.outputFormat = value))],
    ['IGNORECASE', createWatchedVariable(0, (value) => void (settings.ignoreCase = isTrue(value)))],
    [
      'NF',
      createCounter(
        () => record.fieldCount,
        (value) => void (record.fieldCount = Math.trunc(value)),
      ),
    ],
    [
      'NR',
      createCounter(
        () => input.recordNumber,
        (value) => void (input.recordNumber = value),
      ),
    ],
    [
      'FNR',
      createCounter(
        () => input.fileRecordNumber,
        (value) => void (input.fileRecordNumber = value),
      ),
    ],
    ['RSTART', createVariable(0)],
    ['RLENGTH', createVariable(-1)],
    ['RT', createVariable('')],
    ['FILENAME', createVariable('')],
    ['ERRNO', createVariable('')],
  ]);
}
