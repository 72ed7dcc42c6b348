import { encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<never> = {
  name: 'yes',
  synopsis: ['[STRING]...'],
  summary: 'Print the STRINGs, or y, again and again.',
  options: {},
};

const PIECE_BYTES = 8_192;

/** Prints a line until nobody reads it any more. */
export const yes: Program = defineCommand(USAGE, async ({ context, arguments: { operands } }) => {
  const line = `${operands.length > 0 ? operands.join(' ') : 'y'}\n`;
  const piece = encodeText(line.repeat(Math.max(1, Math.floor(PIECE_BYTES / line.length))));
  for (;;) await context.stdout.write(piece);
});
