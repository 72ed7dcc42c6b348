import { decodeText, describeError, encodeText, errnoOf, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { renderSynopsis } from '../../arguments/render-help.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { lstatOf, statOf } from '../cp/copy-tree.ts';
import { findBinaryType } from './binary-signatures.ts';
import { binaryType, type FileType } from './file-type.ts';
import { findTextType } from './text-type.ts';

type FileOption =
  | 'brief'
  | 'dereference'
  | 'noDereference'
  | 'mime'
  | 'mimeType'
  | 'mimeEncoding'
  | 'separator'
  | 'noPad'
  | 'filesFrom'
  | 'print0'
  | 'error'
  | 'ignored'
  | 'version'
  | 'exclude';

const USAGE: CommandUsage<FileOption> = {
  name: 'file',
  synopsis: ['[OPTION]... FILE...'],
  summary: 'Say what kind of data each FILE holds.',
  options: {
    brief: { short: 'b', long: 'brief', help: 'do not print file names' },
    error: { short: 'E', help: 'a file that cannot be read is an error' },
    exclude: { short: 'e', long: ['exclude', 'exclude-quiet'], value: 'TEST' },
    filesFrom: { short: 'f', long: 'files-from', value: 'FILE', help: 'read file names from FILE' },
    separator: { short: 'F', long: 'separator', value: 'TEXT', help: 'print TEXT instead of : behind names' },
    noDereference: { short: 'h', long: 'no-dereference', help: 'do not follow links (default)' },
    mime: { short: 'i', long: 'mime', help: 'print MIME type and encoding' },
    mimeType: { long: 'mime-type', help: 'print the MIME type' },
    mimeEncoding: { long: 'mime-encoding', help: 'print the encoding' },
    dereference: { short: 'L', long: 'dereference', help: 'follow links' },
    noPad: { short: 'N', long: 'no-pad', help: 'do not align the answers' },
    print0: { short: '0', long: 'print0', help: 'NUL behind names' },
    version: { short: 'v' },
    ignored: {
      short: 'cdklnprsSzZ',
      long: [
        'keep-going',
        'raw',
        'preserve-date',
        'special-files',
        'uncompress',
        'no-buffer',
        'no-sandbox',
        'extension',
        'apple',
      ],
    },
  },
};

/** The first bytes tell the type. */
const LOOKED_AT_BYTES = 1_048_576;

/** Says what files hold. */
export const file: Program = defineCommand(USAGE, async (run) => {
  const names = [...run.arguments.operands];
  for (const list of run.arguments.values('filesFrom')) {
    const bytes = await readAll(list === '-' ? run.context.stdin : run.open(list));
    names.unshift(...decodeText(bytes).split('\n').filter(Boolean));
  }
  if (names.length === 0) {
    await run.context.stderr.write(encodeText(renderSynopsis(USAGE)));
    return 1;
  }
  const longest = Math.max(...names.map((name) => shownName(name).length));
  for (const name of names) {
    const type = await findType(run, name);
    if (typeof type === 'string' && run.arguments.has('error')) run.status = 1;
    putAnswer(run, name, typeof type === 'string' ? type : answerOf(run, type), longest);
  }
  return run.status;
});

function shownName(name: string): string {
  return name === '-' ? '/dev/stdin' : name;
}

function putAnswer(run: CommandRun<FileOption>, name: string, answer: string, longest: number): void {
  const given = run.arguments;
  if (given.has('brief')) {
    run.output.putText(`${answer}\n`);
    return;
  }
  const shown = shownName(name);
  const isPadded = !given.has('noPad') && !given.has('print0');
  const gap = isPadded ? ' '.repeat(longest - shown.length) : '';
  run.output.putText(`${shown}${given.has('print0') ? '\0' : ''}${given.value('separator') ?? ':'} ${gap}${answer}\n`);
}

function answerOf({ arguments: given }: CommandRun<FileOption>, { description, mime, encoding }: FileType): string {
  switch (given.last('mime', 'mimeType', 'mimeEncoding')) {
    case 'mime':
      return `${mime}; charset=${encoding}`;
    case 'mimeType':
      return mime;
    case 'mimeEncoding':
      return encoding;
    case undefined:
      return description;
  }
}

/** A text is why there is no type. */
async function findType(run: CommandRun<FileOption>, name: string): Promise<FileType | string> {
  const { files, cwd } = run.context;
  if (name === '-') return typeOf(await readSome(run.context.stdin));
  const path = joinPath(cwd, name);
  const follows = run.arguments.last('dereference', 'noDereference') === 'dereference';
  try {
    const stat = lstatOf(files, path);
    if (stat?.kind === 'symlink' && !follows) {
      const target = files.readLink(path);
      const state = statOf(files, path) ? 'symbolic' : 'broken symbolic';
      return binaryType(`${state} link to ${target}`, 'inode/symlink');
    }
    if (statOf(files, path)?.kind === 'directory') return binaryType('directory', 'inode/directory');
    const opened = run.context.open(name);
    try {
      if (opened.file.kind === 'device') return binaryType('character special', 'inode/chardevice');
      return typeOf(await readSome(opened));
    } finally {
      opened.close();
    }
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    const problem = run.arguments.has('error') ? 'ERROR: cannot stat' : 'cannot open';
    return `${problem} \`${name}' (${describeError(error)})`;
  }
}

async function readSome(reader: CommandRun<never>['context']['stdin']): Promise<Uint8Array> {
  let length = 0;
  return readAll({
    ...reader,
    read: async () => {
      if (length >= LOOKED_AT_BYTES) return new Uint8Array(0);
      const bytes = await reader.read();
      length += bytes.length;
      return bytes;
    },
  });
}

function typeOf(bytes: Uint8Array): FileType {
  if (bytes.length === 0) return binaryType('empty', 'inode/x-empty');
  return findBinaryType(bytes) ?? findTextType(bytes);
}
