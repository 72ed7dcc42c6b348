import { encodeText, type Program } from '@cloche/system';
import { quote } from '../../arguments/quote.ts';
import { formatWithArguments } from './format-arguments.ts';

/** Formats its arguments as C's printf; the format is used again while arguments are left. */
export const printf: Program = async ({ argv, stdout, stderr }) => {
  const words = argv[1] === '--' ? argv.slice(2) : argv.slice(1);
  const [format, ...values] = words;
  if (format === undefined) {
    await stderr.write(encodeText("printf: missing operand\nTry 'printf --help' for more information.\n"));
    return 1;
  }
  const { text, faults, ignored } = formatWithArguments(format, values);
  await stdout.write(encodeText(text));
  for (const fault of faults) await stderr.write(encodeText(`printf: ${fault}\n`));
  if (ignored !== undefined) {
    await stderr.write(encodeText(`printf: warning: ignoring excess arguments, starting with ${quote(ignored)}\n`));
  }
  return faults.length > 0 ? 1 : 0;
};
