import type { Pattern, PatternMatch, ScannedLine } from '@cloche/search';
import { decodeText, encodedLength, encodeText } from '@cloche/system';
import type { OutputBuffer } from '../../command/output-buffer.ts';
import type { LinePrinter } from '../grep/line-printer.ts';

/** How rg prints lines. */
export interface RgPrintSettings {
  readonly showsFileName: boolean;
  readonly hasHeading: boolean;
  readonly showsLineNumber: boolean;
  readonly showsColumn: boolean;
  readonly showsByteOffset: boolean;
  readonly onlyMatching: boolean;
  readonly eachMatch: boolean;
  readonly isInverted: boolean;
  readonly replacement: string | undefined;
  readonly trims: boolean;
  /** Between lines that do not follow each other. */
  readonly separator: string | undefined;
  /** Bytes of the longest line that is printed. */
  readonly maxColumns: number;
  readonly showsPreview: boolean;
  readonly nameEnd: string | undefined;
  /** Behind the fields of a line with a match, and of one around it. */
  readonly matchMark: string;
  readonly contextMark: string;
}

/** Creates the printer of one file; `begin` is called before its first line. */
export function createRgPrinter(
  name: string,
  pattern: Pattern,
  output: OutputBuffer,
  settings: RgPrintSettings,
  begin: () => void,
  spans?: ReadonlyMap<number, readonly PatternMatch[]>,
): LinePrinter {
  let hasBegun = false;
  const prefix = (lineNumber: number, column: number | undefined, mark: string, offset: number): string => {
    const parts: string[] = [];
    if (settings.showsLineNumber) parts.push(String(lineNumber));
    if (settings.showsColumn && column !== undefined) parts.push(String(column));
    if (settings.showsByteOffset) parts.push(String(offset));
    const numbers = parts.map((part) => part + mark).join('');
    if (!settings.showsFileName || settings.hasHeading) return numbers;
    return name + (settings.nameEnd ?? mark) + numbers;
  };
  const needsMatches =
    !settings.isInverted &&
    (settings.showsColumn || settings.onlyMatching || settings.eachMatch || settings.replacement !== undefined);
  const printLine = ({ kind, bytes, lineNumber, offset }: Extract<ScannedLine, { lineNumber: number }>): void => {
    const text = decodeText(bytes).replace(/\r$/, '');
    const mark = kind === 'match' ? settings.matchMark : settings.contextMark;
    const matches =
      kind === 'match' && needsMatches ? (spans ? (spans.get(lineNumber) ?? []) : matchesIn(pattern, text)) : [];
    const columnOf = (match: PatternMatch | undefined): number | undefined =>
      kind === 'match' ? (match ? encodedLength(text.slice(0, match.start)) : 0) + 1 : undefined;
    if (settings.onlyMatching && kind === 'match' && !settings.isInverted) {
      for (const match of matches) {
        const part =
          settings.replacement === undefined
            ? text.slice(match.start, match.end)
            : expand(settings.replacement, text, match, pattern);
        if (part === '' && match.end === match.start) continue;
        const partOffset = settings.showsByteOffset ? offset + encodedLength(text.slice(0, match.start)) : 0;
        output.putText(`${prefix(lineNumber, columnOf(match), mark, partOffset)}${part}\n`);
      }
      return;
    }
    const replaced =
      settings.replacement === undefined ? text : replaceMatches(text, matches, settings.replacement, pattern);
    const whole = settings.trims ? replaced.trimStart() : replaced;
    const shown = encodedLength(text) < settings.maxColumns ? whole : omit(whole, kind, settings);
    const repeated = settings.eachMatch && matches.length > 0 ? matches : [matches[0]];
    for (const match of repeated) {
      for (const [index, part] of shown.split('\n').entries()) {
        output.putText(`${prefix(lineNumber + index, columnOf(match), mark, offset)}${part}\n`);
      }
    }
  };
  const print = (line: ScannedLine): void => {
    if (line.kind === 'gap') {
      if (settings.separator !== undefined) output.putText(`${settings.separator}\n`);
      return;
    }
    if (!hasBegun) {
      hasBegun = true;
      begin();
      if (settings.hasHeading && settings.showsFileName) output.putText(`${name}${settings.nameEnd ?? '\n'}`);
    }
    printLine(line);
  };
  return {
    print,
    printSelected: (bytes, { start, end, lineNumber }) =>
      print({ kind: 'match', bytes: bytes.subarray(start, end), lineNumber, offset: start }),
    printSummary(count) {
      const isList = count === undefined;
      if (isList) output.putText(`${name}${settings.nameEnd ?? '\n'}`);
      else output.putText(`${settings.showsFileName ? name + (settings.nameEnd ?? ':') : ''}${count}\n`);
    },
  };
}

/** What is printed for a line that is too long; its end counts as one of its bytes. */
function omit(text: string, kind: 'match' | 'context', { maxColumns, showsPreview }: RgPrintSettings): string {
  if (!showsPreview) return `[Omitted long ${kind === 'context' ? 'context' : 'matching'} line]`;
  return `${decodeText(encodeText(text).subarray(0, maxColumns))} [... omitted end of long line]`;
}

/** Returns all matches in a text that are not empty. */
export function matchesIn(pattern: Pattern, text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  for (let from = 0; from <= text.length; ) {
    const match = pattern.match(text, from);
    if (!match) break;
    if (match.end > match.start) matches.push(match);
    from = match.end > match.start ? match.end : match.end + 1;
  }
  return matches;
}

function replaceMatches(text: string, matches: readonly PatternMatch[], replacement: string, pattern: Pattern): string {
  let result = '';
  let copied = 0;
  for (const match of matches) {
    result += text.slice(copied, match.start) + expand(replacement, text, match, pattern);
    copied = match.end;
  }
  return result + text.slice(copied);
}

/** `$1`, `$name` and `${name}` stand for groups, `$$` for a dollar sign. */
function expand(replacement: string, text: string, { groups }: PatternMatch, { groupNames }: Pattern): string {
  return replacement.replaceAll(/\$(?:\$|(\w+)|\{(\w+)\})/g, (whole, bare?: string, braced?: string) => {
    const name = bare ?? braced;
    if (name === undefined) return whole === '$$' ? '$' : whole;
    const span = groups[/^\d+$/.test(name) ? Number(name) : (groupNames.get(name) ?? -1)];
    return span ? text.slice(span.start, span.end) : '';
  });
}
