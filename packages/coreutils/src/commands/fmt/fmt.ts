import { decodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { breakLines, type FmtWord } from './break-lines.ts';

type FmtOption = 'crown' | 'prefix' | 'split' | 'tagged' | 'uniform' | 'width' | 'goal' | 'number';

const USAGE: CommandUsage<FmtOption> = {
  name: 'fmt',
  synopsis: ['[-WIDTH] [OPTION]... [FILE]...'],
  summary: 'Fill the lines of each paragraph in FILEs, or in standard input.',
  digits: 'number',
  options: {
    crown: { short: 'c', long: 'crown-margin', help: 'keep the indentation of the first two lines' },
    prefix: { short: 'p', long: 'prefix', value: 'STRING', help: 'only lines that begin with STRING' },
    split: { short: 's', long: 'split-only', help: 'divide long lines, but do not join short ones' },
    tagged: { short: 't', long: 'tagged-paragraph', help: 'the first line is indented in another way than the second' },
    uniform: { short: 'u', long: 'uniform-spacing', help: 'one space between words, two behind sentences' },
    width: { short: 'w', long: 'width', value: 'WIDTH', help: 'longest line (75 columns)' },
    goal: { short: 'g', long: 'goal', value: 'WIDTH', help: 'wanted length of lines (93% of the longest)' },
    number: { value: 'WIDTH' },
  },
};

const DEFAULT_WIDTH = 75;
const MAX_WIDTH = 2500;
const TAB_COLUMNS = 8;
const TAGGED_INDENT = 3;
const GOAL_SHARE = 0.93;

/** Fills paragraphs. */
export const fmt: Program = defineCommand(USAGE, async (run) => {
  const widths = readWidths(run);
  if (typeof widths === 'string') {
    await run.fail(widths);
    return 1;
  }
  await run.eachInput(
    async ({ reader }) => {
      const text = decodeText(await readAll(reader));
      await new Formatter(run, widths).format(text);
      await run.output.drain();
    },
    {
      describe: (name, reason, wasOpened) =>
        wasOpened ? 'read error' : `cannot open ${quoteName(name)} for reading: ${reason}`,
    },
  );
  return run.status;
});

interface Widths {
  readonly max: number;
  readonly goal: number;
}

function readWidths({ arguments: given }: CommandRun<FmtOption>): Widths | string {
  const written = given.value('width') ?? given.value('number');
  const fault = (text: string, limit: number): string | undefined => {
    if (!/^\+?\d+$/.test(text)) return `invalid width: ${quote(text)}`;
    return Number(text) > limit ? `invalid width: ${quote(text)}: Numerical result out of range` : undefined;
  };
  const widthFault = written === undefined ? undefined : fault(written, MAX_WIDTH);
  if (widthFault !== undefined) return widthFault;
  const goal = given.value('goal');
  const max = written === undefined ? (goal === undefined ? DEFAULT_WIDTH : Number(goal) + 10) : Number(written);
  const goalFault = goal === undefined ? undefined : fault(goal, written === undefined ? DEFAULT_WIDTH : max);
  if (goalFault !== undefined) return goalFault;
  return { max, goal: goal === undefined ? Math.round(max * GOAL_SHARE) : Number(goal) };
}

/** A line without its prefix. */
interface Line {
  readonly indent: number;
  readonly text: string;
}

class Formatter {
  readonly #run: CommandRun<FmtOption>;
  readonly #widths: Widths;
  readonly #prefix: string;

  constructor(run: CommandRun<FmtOption>, widths: Widths) {
    this.#run = run;
    this.#widths = widths;
    this.#prefix = run.arguments.value('prefix') ?? '';
  }

  async format(text: string): Promise<void> {
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    let paragraph: Line[] = [];
    const flush = (): void => {
      if (paragraph.length > 0) this.#putParagraph(paragraph);
      paragraph = [];
    };
    for (const written of lines) {
      const turn = this.#run.context.yieldIfDue();
      if (turn) await turn;
      const line = this.#readLine(written);
      if (!line) {
        flush();
        this.#run.output.putText(`${written.trim() === '' ? '' : written}\n`);
        continue;
      }
      if (!this.#belongs(line, paragraph)) flush();
      paragraph.push(line);
    }
    flush();
  }

  /** Returns nothing for a line that is copied as it is. */
  #readLine(written: string): Line | undefined {
    const prefix = this.#prefix.trimStart();
    const begin = written.trimStart();
    if (prefix !== '' && !begin.startsWith(prefix.trimEnd())) return undefined;
    const lead = written.length - begin.length;
    const content = written.slice(lead + prefix.trimEnd().length);
    if (content.trim() === '') return undefined;
    const blanks = /^[ \t]*/.exec(content)?.[0] ?? '';
    const before = columnsOf(written.slice(0, lead), 0) + prefix.trimEnd().length;
    return { indent: columnsOf(blanks, before), text: content.trimStart() };
  }

  #belongs(line: Line, [first, second]: readonly Line[]): boolean {
    if (!first) return true;
    const given = this.#run.arguments;
    if (given.has('split')) return false;
    if (given.has('crown')) return !second || line.indent === second.indent;
    if (given.has('tagged')) return second ? line.indent === second.indent : line.indent !== first.indent;
    return line.indent === first.indent;
  }

  #putParagraph(lines: readonly Line[]): void {
    const given = this.#run.arguments;
    const [first, second] = lines;
    const firstIndent = first?.indent ?? 0;
    const tagged = given.has('tagged') ? (firstIndent === TAGGED_INDENT ? 0 : TAGGED_INDENT) : firstIndent;
    const otherIndent = second && (given.has('crown') || given.has('tagged')) ? second.indent : tagged;
    const words = lines.flatMap((line) => splitWords(line.text, given.has('uniform')));
    const goal = { maxColumns: this.#widths.max, goalColumns: this.#widths.goal, firstIndent, otherIndent };
    const starts = breakLines(words, goal);
    for (const [index, start] of starts.entries()) {
      const lineWords = words.slice(start, starts[index + 1] ?? words.length);
      let text = '';
      for (const [at, word] of lineWords.entries()) {
        text += word.text + (at === lineWords.length - 1 ? '' : word.blanks);
      }
      this.#run.output.putText(`${this.#indentation(index === 0 ? firstIndent : otherIndent)}${text}\n`);
    }
  }

  #indentation(columns: number): string {
    const prefix = this.#prefix.trimEnd();
    const blanks = Math.max(columns - prefix.length, 0);
    if (prefix !== '') return prefix + ' '.repeat(blanks);
    return '\t'.repeat(Math.floor(columns / TAB_COLUMNS)) + ' '.repeat(columns % TAB_COLUMNS);
  }
}

function columnsOf(blanks: string, from: number): number {
  let column = from;
  for (const character of blanks) column += character === '\t' ? TAB_COLUMNS - (column % TAB_COLUMNS) : 1;
  return column;
}

function splitWords(text: string, isUniform: boolean): FmtWord[] {
  return Array.from(text.matchAll(/(\S+)([ \t]*)/g), ([, word = '', blanks = '']) => {
    const isEnd = blanks === '';
    const endsSentence = /[.?!][)\]'"]*$/.test(word) && (isEnd || blanks.length > 1 || blanks.includes('\t'));
    const space = isUniform || isEnd ? (endsSentence ? 2 : 1) : blanks.length;
    return {
      text: word,
      width: word.length,
      blanks: isUniform || isEnd ? ' '.repeat(space) : blanks,
      space,
      endsSentence,
    };
  });
}
