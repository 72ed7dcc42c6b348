import { encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteName } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';

const USAGE: CommandUsage<'before' | 'separator'> = {
  name: 'tac',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Print the lines of each FILE, last line first.',
  options: {
    before: { short: 'b', long: 'before', help: 'the separator stands before each line, not behind it' },
    separator: { short: 's', long: 'separator', value: 'STRING', help: 'lines end with STRING, not with newlines' },
  },
};

/** Prints lines in reverse order. */
export const tac: Program = defineCommand(USAGE, async (run) => {
  const separator = encodeText(run.arguments.value('separator') || '\n');
  const isBefore = run.arguments.has('before');
  await run.eachInput(
    async ({ reader }) => {
      const bytes = await readAll(reader);
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
});

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
