import { characterWidth, decodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readLines } from '../../command/read-lines.ts';
import { readTabStops, type TabStops } from './tab-stops.ts';

const EXPAND_USAGE: CommandUsage<'initial' | 'tabs' | 'number'> = {
  name: 'expand',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Convert tabs in each FILE to spaces.',
  digits: 'number',
  options: {
    initial: { short: 'i', long: 'initial', help: 'do not convert tabs after non blanks' },
    tabs: { short: 't', long: 'tabs', value: 'LIST', help: 'have tabs at these columns, or N apart (8)' },
    number: { value: 'N' },
  },
};

/** Turns tabs into spaces. */
export const expand: Program = defineCommand(EXPAND_USAGE, async (run) => {
  const stops = readTabStops([...run.arguments.values('tabs'), ...run.arguments.values('number')]);
  if (typeof stops === 'string') {
    await run.fail(stops);
    return 1;
  }
  const isInitial = run.arguments.has('initial');
  await run.eachInput(async ({ reader }) => {
    for await (const { lines, isTerminated } of readLines(reader)) {
      const texts = lines.map((line) => expandLine(decodeText(line), stops, isInitial));
      run.output.putText(texts.join('\n') + (isTerminated ? '\n' : ''));
      const wait = run.output.drain();
      if (wait) await wait;
    }
  });
  return run.status;
});

function expandLine(line: string, stops: TabStops, isInitial: boolean): string {
  if (!line.includes('\t')) return line;
  let text = '';
  let column = 0;
  let isConverting = true;
  for (const character of line) {
    if (character === '\t' && isConverting) {
      const next = stops.next(column) ?? column + 1;
      text += ' '.repeat(next - column);
      column = next;
      continue;
    }
    text += character;
    column = character === '\b' ? Math.max(column - 1, 0) : column + width(character);
    if (isInitial && character !== ' ' && character !== '\t') isConverting = false;
  }
  return text;
}

function width(character: string): number {
  return characterWidth(character.codePointAt(0) ?? 0);
}

const UNEXPAND_USAGE: CommandUsage<'all' | 'firstOnly' | 'tabs' | 'number'> = {
  name: 'unexpand',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Convert blanks in each FILE to tabs.',
  digits: 'number',
  options: {
    all: { short: 'a', long: 'all', help: 'convert all blanks, not just initial ones' },
    firstOnly: { long: 'first-only', help: 'convert only leading blanks (overrides -a)' },
    tabs: { short: 't', long: 'tabs', value: 'LIST', help: 'have tabs at these columns, or N apart (8); enables -a' },
    number: { value: 'N' },
  },
};

/** Turns runs of blanks into tabs. */
export const unexpand: Program = defineCommand(UNEXPAND_USAGE, async (run) => {
  const given = run.arguments;
  const stops = readTabStops([...given.values('tabs'), ...given.values('number')]);
  if (typeof stops === 'string') {
    await run.fail(stops);
    return 1;
  }
  const isAll = (given.has('all') || given.has('tabs') || given.has('number')) && !given.has('firstOnly');
  await run.eachInput(async ({ reader }) => {
    for await (const { lines, isTerminated } of readLines(reader)) {
      const texts = lines.map((line) => unexpandLine(decodeText(line), stops, isAll));
      run.output.putText(texts.join('\n') + (isTerminated ? '\n' : ''));
      const wait = run.output.drain();
      if (wait) await wait;
    }
  });
  return run.status;
});

function unexpandLine(line: string, stops: TabStops, isAll: boolean): string {
  let text = '';
  let column = 0;
  /** Where the blanks that are not written yet begin. */
  let blankStart = 0;
  let pending = '';
  const flush = (): void => {
    text += pending;
    pending = '';
  };
  for (const [index, character] of Array.from(line).entries()) {
    if (character !== ' ' && character !== '\t') {
      flush();
      if (!isAll) return text + Array.from(line).slice(index).join('');
      text += character;
      column += width(character);
      continue;
    }
    if (pending === '') blankStart = column;
    const next = stops.next(column);
    if (character === '\t') {
      pending = `${pending.replaceAll(' ', '')}\t`;
      column = next ?? column + 1;
      continue;
    }
    pending += ' ';
    column++;
    // One blank before a stop stays a blank.
    if (column === next && column - blankStart > 1) pending = `${pending.replaceAll(' ', '')}\t`;
  }
  flush();
  return text;
}
