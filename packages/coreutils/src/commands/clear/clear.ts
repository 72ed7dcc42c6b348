import { encodeText, type Program } from '@cloche/system';

/** Clears a terminal: moves to its first line and erases what it shows and what scrolled off it. */
export const clear: Program = async ({ stdout }) => {
  await stdout.write(encodeText('\x1b[H\x1b[2J\x1b[3J'));
  return 0;
};
