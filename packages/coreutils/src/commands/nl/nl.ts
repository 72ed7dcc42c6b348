import { compilePattern } from '@cloche/search';
import { decodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readLines } from '../../command/read-lines.ts';

type NlOption =
  | 'body'
  | 'delimiter'
  | 'footer'
  | 'header'
  | 'increment'
  | 'joinBlank'
  | 'format'
  | 'noRenumber'
  | 'separator'
  | 'start'
  | 'width';
type NlRun = CommandRun<NlOption>;

const USAGE: CommandUsage<NlOption> = {
  name: 'nl',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Write each FILE with line numbers.',
  options: {
    body: { short: 'b', long: 'body-numbering', value: 'STYLE', help: 'number body lines by STYLE (t)' },
    delimiter: { short: 'd', long: 'section-delimiter', value: 'CC', help: 'use CC for logical page delimiters' },
    footer: { short: 'f', long: 'footer-numbering', value: 'STYLE', help: 'number footer lines by STYLE (n)' },
    header: { short: 'h', long: 'header-numbering', value: 'STYLE', help: 'number header lines by STYLE (n)' },
    increment: { short: 'i', long: 'line-increment', value: 'NUMBER', help: 'line number increment (1)' },
    joinBlank: { short: 'l', long: 'join-blank-lines', value: 'NUMBER', help: 'count NUMBER blank lines as one' },
    format: { short: 'n', long: 'number-format', value: 'FORMAT', help: 'ln, rn or rz' },
    noRenumber: { short: 'p', long: 'no-renumber', help: 'do not reset line numbers for each section' },
    separator: { short: 's', long: 'number-separator', value: 'STRING', help: 'add STRING after line numbers' },
    start: { short: 'v', long: 'starting-line-number', value: 'NUMBER', help: 'first line number (1)' },
    width: { short: 'w', long: 'number-width', value: 'NUMBER', help: 'columns for line numbers (6)' },
  },
  notes: 'STYLE is a (all lines), t (not empty), n (none) or pBRE (lines that match).',
};

/** Whether a line gets a number. */
type NumberingStyle = (line: string) => boolean;
type Section = 'header' | 'body' | 'footer';

/** Numbers lines. */
export const nl: Program = defineCommand(USAGE, async (run) => {
  const styles = readStyles(run);
  const numbers = readNumbers(run);
  if (typeof styles === 'string') return run.failUsage(styles);
  if (typeof numbers === 'string') {
    await run.fail(numbers);
    return 1;
  }
  const { increment, start, width, joinBlank } = numbers;
  const separator = run.arguments.value('separator') ?? '\t';
  const mark = sectionMark(run.arguments.value('delimiter'));
  const show = NUMBER_FORMATS[run.arguments.value('format') ?? 'rn'];
  if (!show) return run.failUsage(`invalid line numbering format: ${quote(run.arguments.value('format') ?? '')}`);
  let section: Section = 'body';
  let number = start;
  let blanks = 0;
  await run.eachInput(async ({ reader }) => {
    for await (const { lines } of readLines(reader)) {
      for (const bytes of lines) {
        const line = decodeText(bytes);
        const next = SECTIONS.find(({ repeats }) => mark !== '' && line === mark.repeat(repeats));
        if (next) {
          section = next.section;
          if (!run.arguments.has('noRenumber')) number = start;
          run.output.putText('\n');
          continue;
        }
        blanks = line === '' ? blanks + 1 : 0;
        const isNumbered = styles[section](line) && (line !== '' || blanks === joinBlank);
        if (blanks === joinBlank) blanks = 0;
        run.output.putText(
          isNumbered
            ? `${show(number, width)}${separator}${line}\n`
            : `${' '.repeat(width + separator.length)}${line}\n`,
        );
        if (isNumbered) number += increment;
      }
      const wait = run.output.drain();
      if (wait) await wait;
    }
  });
  return run.status;
});

const SECTIONS: readonly { readonly section: Section; readonly repeats: number }[] = [
  { section: 'header', repeats: 3 },
  { section: 'body', repeats: 2 },
  { section: 'footer', repeats: 1 },
];

const NUMBER_FORMATS: Readonly<Record<string, (number: number, width: number) => string>> = {
  ln: (number, width) => String(number).padEnd(width),
  rn: (number, width) => String(number).padStart(width),
  rz: (number, width) =>
    number < 0 ? `-${String(-number).padStart(width - 1, '0')}` : String(number).padStart(width, '0'),
};

/** One character stands before a colon. */
function sectionMark(given: string | undefined): string {
  const mark = given ?? '\\:';
  return mark.length === 1 ? `${mark}:` : mark;
}

function readStyles(run: NlRun): Record<Section, NumberingStyle> | string {
  const styles: Record<Section, NumberingStyle> = { header: never, body: isNotEmpty, footer: never };
  for (const section of ['header', 'body', 'footer'] as const) {
    const written = run.arguments.value(section);
    if (written === undefined) continue;
    const style = readStyle(written);
    if (!style) return `invalid ${section} numbering style: ${quote(written)}`;
    styles[section] = style;
  }
  return styles;
}

const never: NumberingStyle = () => false;
const isNotEmpty: NumberingStyle = (line) => line !== '';

function readStyle(written: string): NumberingStyle | undefined {
  if (written === 'a') return () => true;
  if (written === 't') return isNotEmpty;
  if (written === 'n') return never;
  if (!written.startsWith('p')) return undefined;
  const result = compilePattern(written.slice(1), 'bre');
  return result.kind === 'pattern' ? (line) => result.pattern.test(line) : undefined;
}

function readNumbers(run: NlRun): Record<'increment' | 'start' | 'width' | 'joinBlank', number> | string {
  const read = (name: 'increment' | 'start' | 'width' | 'joinBlank', fallback: number): number =>
    Number(run.arguments.value(name) ?? fallback);
  const numbers = {
    increment: read('increment', 1),
    start: read('start', 1),
    width: read('width', 6),
    joinBlank: read('joinBlank', 1),
  };
  const faults: [keyof typeof numbers, string, number][] = [
    ['start', 'invalid starting line number', Number.NEGATIVE_INFINITY],
    ['increment', 'invalid line number increment', Number.NEGATIVE_INFINITY],
    ['joinBlank', 'invalid line number of blank lines', 1],
    ['width', 'invalid line number field width', 1],
  ];
  for (const [name, message, least] of faults) {
    const value = numbers[name];
    if (Number.isInteger(value) && value >= least) continue;
    const suffix = Number.isInteger(value) ? ': Numerical result out of range' : '';
    return `${message}: ${quote(run.arguments.value(name) ?? '')}${suffix}`;
  }
  return numbers;
}
