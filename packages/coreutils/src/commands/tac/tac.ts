import { compilePattern, type Pattern, type TextSpan } from '@cloche/search';
import { decodeText, encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteName } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';

type TacOption = 'before' | 'regex' | 'separator';

const USAGE: CommandUsage<TacOption> = {
  name: 'tac',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Print the lines of each FILE, last line first.',
  options: {
    before: { short: 'b', long: 'before', help: 'the separator stands before each line, not behind it' },
    regex: { short: 'r', long: 'regex', help: 'the separator is a regular expression' },
    separator: { short: 's', long: 'separator', value: 'STRING', help: 'lines end with STRING, not with newlines' },
  },
};

/** Prints lines in reverse order. */
export const tac: Program = defineCommand(USAGE, async (run) => {
  const separator = encodeText(run.arguments.value('separator') || '\n');
  const isBefore = run.arguments.has('before');
  const pattern = run.arguments.has('regex')
    ? compilePattern(run.arguments.value('separator') || '\n', 'bre', { anchorsAtLines: true })
    : undefined;
  if (pattern?.kind === 'invalid') {
    await run.fail(pattern.message);
    return run.status;
  }
  await run.eachInput(
    async ({ reader }) => {
      const bytes = await readAll(reader);
      if (pattern) {
        for (const piece of splitReversed(decodeText(bytes), pattern.pattern, isBefore)) run.output.putText(piece);
        return;
      }
      const cuts = findAll(bytes, separator).map((at) => (isBefore ? at : at + separator.length));
      const borders = [0, ...cuts.filter((cut) => cut > 0 && cut < bytes.length), bytes.length];
      for (let index = borders.length - 1; index > 0; index--) {
        run.output.put(bytes.subarray(borders[index - 1], borders[index]));
        const wait = run.output.drain();
        if (wait) await wait;
      }
    },
    {
      describe: (name, reason, wasOpened) =>
        wasOpened ? `${name}: read error: ${reason}` : `failed to open ${quoteName(name)} for reading: ${reason}`,
    },
  );
  return run.status;
});

/** Returns the pieces of a text, last first. Separators are looked for from the end, so that each is the last there is. */
function splitReversed(text: string, pattern: Pattern, isBefore: boolean): string[] {
  const matches: TextSpan[] = [];
  for (let match = pattern.find(text, 0); match; match = pattern.find(text, match.start + 1)) {
    matches.push(match);
    if (match.start >= text.length) break;
  }
  const pieces: string[] = [];
  let pieceEnd = text.length;
  let limit = text.length;
  for (const { start, end: longest } of matches.toReversed()) {
    const shorter = longest > limit ? pattern.find(text.slice(0, limit), start) : undefined;
    const end = longest <= limit ? longest : shorter?.start === start ? shorter.end : start;
    if (start === end) continue;
    limit = start;
    const cut = isBefore ? start : end;
    if (cut === text.length || cut === 0) continue;
    pieces.push(text.slice(cut, pieceEnd));
    pieceEnd = cut;
  }
  pieces.push(text.slice(0, pieceEnd));
  return pieces;
}

function findAll(bytes: Uint8Array, separator: Uint8Array): number[] {
  const [first = 10] = separator;
  const found: number[] = [];
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (separator.every((byte, index) => bytes[at + index] === byte)) {
      found.push(at);
      at += separator.length - 1;
    }
  }
  return found;
}
