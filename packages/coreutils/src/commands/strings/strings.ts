import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'all' | 'bytes' | 'fileName' | 'radix' | 'octal' | 'separator' | 'whitespace'> = {
  name: 'strings',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Print the sequences of printable characters in each FILE.',
  digits: 'bytes',
  options: {
    all: { short: 'a', long: 'all', help: 'scan the entire file (always so)' },
    bytes: { short: 'n', long: 'bytes', value: 'MIN', help: 'print sequences of at least MIN characters (4)' },
    fileName: { short: 'f', long: 'print-file-name', help: 'print the name of the file before each' },
    radix: { short: 't', long: 'radix', value: 'o|d|x', help: 'print the offset in this base' },
    octal: { short: 'o', help: 'an alias for -t o' },
    separator: { short: 's', long: 'output-separator', value: 'STR', help: 'separate sequences by STR' },
    whitespace: { short: 'w', long: 'include-all-whitespace', help: 'all white space is part of sequences' },
  },
};

const RADIX: ReadonlyMap<string, number> = new Map([
  ['o', 8],
  ['d', 10],
  ['x', 16],
]);

/** Prints text found in binary files. */
export const strings: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given, output } = run;
  const written = given.value('bytes') ?? '4';
  if (!/^[1-9]\d*$/.test(written)) {
    await run.fail(`invalid minimum string length ${written}`);
    return 1;
  }
  const radix = RADIX.get(given.has('octal') ? 'o' : (given.value('radix') ?? ''));
  if (given.has('radix') && radix === undefined) return run.failUsage(`invalid radix '${given.value('radix') ?? ''}'`);
  const separator = given.value('separator') ?? '\n';
  const isPrintable = (byte: number): boolean =>
    (byte >= 32 && byte < 127) || byte === 9 || (given.has('whitespace') && byte >= 10 && byte <= 13);
  await run.eachInput(
    async ({ name, reader }) => {
      let found = '';
      let offset = 0;
      const end = (): void => {
        if (found.length >= Number(written)) {
          const file = given.has('fileName') ? `${name === '-' ? '{standard input}' : name}: ` : '';
          const at = radix === undefined ? '' : `${(offset - found.length).toString(radix).padStart(7)} `;
          output.putText(file + at + found + separator);
        }
        found = '';
      };
      for (let chunk = await reader.read(); chunk.length > 0; chunk = await reader.read()) {
        for (const byte of chunk) {
          if (isPrintable(byte)) found += String.fromCharCode(byte);
          else end();
          offset++;
        }
        const wait = output.drain();
        if (wait) await wait;
      }
      end();
    },
    {
      describe: (name, reason) =>
        reason === 'No such file or directory' ? `'${name}': No such file` : `${name}: ${reason}`,
    },
  );
  return run.status;
});
