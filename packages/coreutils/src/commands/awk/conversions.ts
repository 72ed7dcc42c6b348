import type { Conversion } from '../../text/format-number.ts';

/** A conversion with the text round it. */
export interface WrappedConversion extends Conversion {
  readonly before: string;
  readonly after: string;
}

/** Returns the conversion of a format for one number, such as CONVFMT; nothing when it has none. */
export function parseConversion(format: string): WrappedConversion | undefined {
  if (format === '%.6g') return DEFAULT;
  const found = /%([-+ 0#']*)(\d*)(?:\.(\d*))?([diouxXeEfFgGaA])/.exec(format);
  if (!found) return undefined;
  const [whole, flags = '', width = '', precision, letter = ''] = found;
  return {
    before: format.slice(0, found.index).replaceAll('%%', '%'),
    after: format.slice(found.index + whole.length).replaceAll('%%', '%'),
    flags,
    width: Number(width),
    precision: precision === undefined ? undefined : Number(precision),
    letter,
  };
}

const DEFAULT: WrappedConversion = { before: '', after: '', flags: '', width: 0, precision: 6, letter: 'g' };
