import { encodeText, type Program } from '@cloche/system';
import { replaceEscapes } from '../../text/backslash-escapes.ts';

/** Prints its arguments. `-n` leaves out the newline, `-e` replaces backslash escapes, `-E` does not. */
export const echo: Program = async ({ argv, stdout }) => {
  let index = 1;
  let endsLine = true;
  let replaces = false;
  for (; /^-[neE]+$/.test(argv[index] ?? ''); index++) {
    for (const letter of (argv[index] ?? '').slice(1)) {
      if (letter === 'n') endsLine = false;
      else replaces = letter === 'e';
    }
  }
  const text = argv.slice(index).join(' ');
  const { text: shown, isStopped } = replaces ? replaceEscapes(text, 'echo') : { text, isStopped: false };
  await stdout.write(encodeText(endsLine && !isStopped ? `${shown}\n` : shown));
  return 0;
};
