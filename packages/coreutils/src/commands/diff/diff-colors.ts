import type { DiffColors, PaintedPart } from './line-layout.ts';

const DEFAULTS: DiffColors = { reset: '0', header: '1', added: '32', deleted: '31', line: '36' };

/** What each name of a palette paints. */
const PARTS: ReadonlyMap<string, PaintedPart> = new Map([
  ['rs', 'reset'],
  ['hd', 'header'],
  ['ad', 'added'],
  ['de', 'deleted'],
  ['ln', 'line'],
]);

/** What a palette says, and what is to be said of it: with faults there are no colours, and files are still compared. */
export interface Palette {
  readonly colors: DiffColors | undefined;
  readonly faults: readonly string[];
}

/** Reads a palette such as `ad=32:de=31`. */
export function readPalette(written: string): Palette {
  const colors = { ...DEFAULTS };
  for (const entry of written.split(':').filter(Boolean)) {
    const [, name = '', value = ''] = /^([^=]{2})=(.*)$/s.exec(entry) ?? [];
    const part = PARTS.get(name);
    if (part) colors[part] = value;
    else {
      const faults = name === '' ? [] : [`unrecognized prefix: ${name}`];
      return { colors: undefined, faults: [...faults, 'unparsable value for --palette'] };
    }
  }
  return { colors, faults: [] };
}
