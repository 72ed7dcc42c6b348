import { describeError, type FileStat, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteName } from '../../arguments/quote.ts';
import { isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readUserNames } from '../../names/user-names.ts';
import { replaceEscapes } from '../../text/backslash-escapes.ts';
import { formatStat } from './format-stat.ts';

const USAGE: CommandUsage<'dereference' | 'fileSystem' | 'format' | 'printf' | 'terse'> = {
  name: 'stat',
  synopsis: ['[OPTION]... FILE...'],
  summary: 'Display file or file system status.',
  options: {
    dereference: { short: 'L', long: 'dereference', help: 'follow links' },
    fileSystem: { short: 'f', long: 'file-system', help: 'display file system status' },
    format: { short: 'c', long: 'format', value: 'FORMAT', help: 'use FORMAT, with a newline behind each' },
    printf: { long: 'printf', value: 'FORMAT', help: 'use FORMAT with backslash escapes and no newline' },
    terse: { short: 't', long: 'terse', help: 'print the information in terse form' },
  },
  notes:
    '%a %A mode, %b blocks, %B block size, %d %D device, %f raw mode, %F kind, %g %G group, %h links, %i inode, %n %N name, ' +
    '%o I/O size, %s size, %u %U user, %w %W birth, %x %X access, %y %Y modification, %z %Z change.',
};

const TERSE = '%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o\n';
const FILE_SYSTEM =
  '  File: "%n"\n    ID: %i Namelen: 255     Type: tmpfs\nBlock size: %S\nBlocks: Total: %b Free: %f Available: %a\n';
const DEFAULT =
  '  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\n' +
  'Device: %d,%t\tInode: %-11i Links: %h\n' +
  'Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)\n' +
  'Access: %x\nModify: %y\nChange: %z\n Birth: %w\n';
const BLOCK_BYTES = 4096;

/** Shows facts about files. */
export const stat: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given, context } = run;
  if (given.operands.length === 0) return run.failUsage('missing operand');
  const format = chooseFormat(given.last('format', 'printf'), given.value('format'), given.value('printf'));
  const names = readUserNames(context.files);
  const zone = context.env.get('TZ');
  for (const name of given.operands) {
    try {
      const path = joinPath(context.cwd, name);
      if (given.has('fileSystem')) {
        run.output.putText(fileSystemText(format, name, context.files.space()));
        continue;
      }
      const isLinkItself = !given.has('dereference');
      const facts: FileStat = isLinkItself ? context.files.lstat(path) : context.files.stat(path);
      const target = facts.kind === 'symlink' ? context.files.readLink(path) : undefined;
      const chosen = format ?? (given.has('terse') ? TERSE : DEFAULT);
      run.output.putText(
        formatStat(chosen, {
          name,
          shownName: format === undefined ? name : quoteName(name),
          facts,
          target,
          names,
          zone,
        }),
      );
    } catch (error) {
      if (!isInputFault(error)) throw error;
      const what = given.has('fileSystem') ? 'read file system information for' : 'statx';
      await run.fail(`cannot ${what} ${quoteName(name)}: ${describeError(error)}`);
    }
  }
  return run.status;
});

function chooseFormat(last: 'format' | 'printf' | undefined, format = '', printf = ''): string | undefined {
  if (last === undefined) return undefined;
  return last === 'format' ? `${format}\n` : replaceEscapes(printf, 'format').text;
}

/** Formats what is known of the device that files are on. */
function fileSystemText(
  format: string | undefined,
  name: string,
  space: { totalBytes: number; freeBytes: number },
): string {
  const blocks = (bytes: number): string => String(Math.floor(bytes / BLOCK_BYTES));
  const facts = new Map([
    ['n', name],
    ['i', '0'],
    ['l', '255'],
    ['T', 'tmpfs'],
    ['s', String(BLOCK_BYTES)],
    ['S', String(BLOCK_BYTES)],
    ['b', blocks(space.totalBytes)],
    ['f', blocks(space.freeBytes)],
    ['a', blocks(space.freeBytes)],
    ['%', '%'],
  ]);
  return (format ?? FILE_SYSTEM).replaceAll(/%([A-Za-z%])/g, (whole, letter: string) => facts.get(letter) ?? whole);
}
