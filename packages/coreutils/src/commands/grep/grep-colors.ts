/** Codes of a terminal's colours, such as `01;31`, by what they paint. */
export type GrepColors = Readonly<Record<'match' | 'fileName' | 'lineNumber' | 'byteOffset' | 'separator', string>>;

/** The colours of a call that says nothing of them. */
export const GREP_COLORS: GrepColors = {
  match: '01;31',
  fileName: '35',
  lineNumber: '32',
  byteOffset: '32',
  separator: '36',
};

/** What each name of GREP_COLORS paints. Matches have names of their own in lines of context, which are not told apart. */
const PARTS: ReadonlyMap<string, keyof GrepColors> = new Map([
  ['mt', 'match'],
  ['ms', 'match'],
  ['fn', 'fileName'],
  ['ln', 'lineNumber'],
  ['bn', 'byteOffset'],
  ['se', 'separator'],
]);

/** Reads GREP_COLORS, such as `mt=01;32:fn=34`; what it does not know counts for nothing, what is wrong ends it. */
export function readGrepColors(written: string): GrepColors {
  const colors = { ...GREP_COLORS };
  for (const entry of written.split(':')) {
    const [, name = '', value] = /^([a-z]{2})(?:=([\d;]*))?$/.exec(entry) ?? [];
    if (name === '') break;
    const part = PARTS.get(name);
    if (part && value !== undefined) colors[part] = value;
  }
  return colors;
}
