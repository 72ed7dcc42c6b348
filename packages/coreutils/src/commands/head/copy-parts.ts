import type { ByteReader } from '@cloche/system';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { parseSize } from '../../arguments/parse-size.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { createHeadings, type Headings } from '../../command/headings.ts';

/** The options that head and tail share. */
export type PartOption = 'bytes' | 'lines' | 'quiet' | 'verbose' | 'zero';

/** How much is printed. */
export interface Part {
  /** With its sign, when one was given. */
  readonly written: string;
  readonly count: number;
  /** What ends a line; `undefined` when bytes are counted. */
  readonly terminator: number | undefined;
}

/** What `-c` and `-n` may have behind a number. */
export const PART_NOTES =
  'NUM may have a suffix: b 512, kB 1000, K 1024, MB 1000*1000, M 1024*1024, and so on for G, T, P, E.';

const LARGEST = 2 ** 64;

type PartRun = Pick<CommandRun<never>, 'context' | 'output' | 'eachInput' | 'fail'> & {
  readonly arguments: Pick<ParsedArguments<PartOption>, 'has' | 'value' | 'last' | 'operands'>;
};

/** Reads how much is asked for, 10 lines by default. `signs` may stand before the number. A text is what is wrong. */
export function readPart({ arguments: given }: PartRun, signs: RegExp, showsSign: boolean): Part | string {
  const unit = given.last('lines', 'bytes') ?? 'lines';
  const written = given.value(unit) ?? '10';
  const digits = written.replace(signs, '');
  const count = parseSize(digits);
  const shown = quote(showsSign ? written : digits);
  if (count === undefined) return `invalid number of ${unit}: ${shown}`;
  if (count >= LARGEST) return `invalid number of ${unit}: ${shown}: Value too large for defined data type`;
  return { written, count, terminator: unit === 'bytes' ? undefined : given.has('zero') ? 0 : 10 };
}

/** Prints a part of each input, under its name where there are several. Returns the headings. */
export async function copyParts(run: PartRun, copy: (reader: ByteReader) => Promise<void>): Promise<Headings> {
  const headings = createHeadings(run, run.arguments.last('quiet', 'verbose'));
  await run.eachInput(
    async ({ name, reader }) => {
      headings.print(name);
      await copy(reader);
      await run.output.flush();
    },
    {
      describe: (name, reason, wasOpened) =>
        wasOpened
          ? `error reading ${quoteName(name)}: ${reason}`
          : `cannot open ${quoteName(name)} for reading: ${reason}`,
    },
  );
  return headings;
}
