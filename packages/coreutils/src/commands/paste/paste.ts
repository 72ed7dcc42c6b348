import { decodeText, describeError, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteNameIfNeeded } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { createLineReader, type LineReader } from '../../command/line-reader.ts';
import { openLineReader } from '../../command/open-line-reader.ts';
import { replaceEscapes } from '../../text/backslash-escapes.ts';

type PasteRun = CommandRun<'delimiters' | 'serial' | 'zero'>;

const USAGE: CommandUsage<'delimiters' | 'serial' | 'zero'> = {
  name: 'paste',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Print lines made of one line of each FILE, separated by tabs.',
  options: {
    delimiters: { short: 'd', long: 'delimiters', value: 'LIST', help: 'use the characters of LIST in turn, not tabs' },
    serial: { short: 's', long: 'serial', help: 'make one line of each file' },
    zero: { short: 'z', long: 'zero-terminated', help: 'lines end with a NUL byte' },
  },
};

/** Puts lines side by side. */
export const paste: Program = defineCommand(USAGE, async (run) => {
  const readers = await openAll(run);
  if (!readers) return 1;
  const list = (run.arguments.value('delimiters') ?? '\t').replaceAll('\\0', '\\c');
  const between = splitDelimiters(list);
  const end = run.arguments.has('zero') ? '\0' : '\n';
  if (run.arguments.has('serial')) {
    for (const reader of readers) await pasteSerially(run, reader, between, end);
  } else await pasteSideBySide(run, readers, between, end);
  return run.status;
});

function splitDelimiters(list: string): string[] {
  const parts = Array.from(list.matchAll(/\\c|\\?[\s\S]/gu), ([part]) =>
    part === '\\c' ? '' : replaceEscapes(part, 'format').text,
  );
  return parts.length > 0 ? parts : [''];
}

async function openAll(run: PasteRun): Promise<LineReader[] | undefined> {
  const terminator = run.arguments.has('zero') ? 0 : 10;
  const shared = createLineReader(run.context.stdin, terminator);
  const readers: LineReader[] = [];
  for (const name of run.arguments.operands.length > 0 ? run.arguments.operands : ['-']) {
    try {
      readers.push(name === '-' ? shared : openLineReader(run, name, terminator));
    } catch (error) {
      if (!isInputFault(error)) throw error;
      await run.fail(`${quoteNameIfNeeded(name)}: ${describeError(error)}`);
      return undefined;
    }
  }
  return readers;
}

async function pasteSerially(
  run: PasteRun,
  reader: LineReader,
  between: readonly string[],
  end: string,
): Promise<void> {
  let index = 0;
  for (let line = await reader.next(); line; line = await reader.next()) {
    run.output.putText((index === 0 ? '' : (between[(index - 1) % between.length] ?? '')) + decodeText(line));
    index++;
    const wait = run.output.drain();
    if (wait) await wait;
  }
  run.output.putText(end);
}

async function pasteSideBySide(
  run: PasteRun,
  readers: readonly LineReader[],
  between: readonly string[],
  end: string,
): Promise<void> {
  for (;;) {
    let text = '';
    let hasLine = false;
    for (const [index, reader] of readers.entries()) {
      const line = await reader.next();
      hasLine ||= line !== undefined;
      text +=
        (line ? decodeText(line) : '') + (index < readers.length - 1 ? (between[index % between.length] ?? '') : '');
    }
    if (!hasLine) return;
    run.output.putText(text + end);
    const wait = run.output.drain();
    if (wait) await wait;
  }
}
