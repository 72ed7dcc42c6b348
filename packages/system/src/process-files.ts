import { encodeText } from './bytes.ts';
import { createOwnerCount, type OpenFile, statOfUnnamed } from './open-file.ts';
import { SystemError } from './system-error.ts';

/** Who asks for `/proc/self`. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly argv: readonly string[];
  readonly env: ReadonlyMap<string, string>;
}

/** The files of `/proc/self` that are made when they are opened, each with its text (proc(5)). */
const FILES: Readonly<Record<string, (facts: ProcessFacts) => string>> = {
  cmdline: ({ argv }) => argv.map((word) => `${word}\0`).join(''),
  comm: ({ argv }) => `${nameOf(argv).slice(0, 15)}\n`,
  environ: ({ env }) => Array.from(env, ([name, value]) => `${name}=${value}\0`).join(''),
  stat: ({ pid, parent, group, argv }) => `${pid} (${nameOf(argv)}) R ${parent} ${group} ${group} 0 -1 0\n`,
  status: ({ pid, parent, argv }) =>
    `Name:\t${nameOf(argv)}\nState:\tR (running)\nTgid:\t${pid}\nPid:\t${pid}\nPPid:\t${parent}\n` +
    'Uid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\n',
};

/** Names of the files in `/proc/self`. */
export const PROCESS_FILE_NAMES: readonly string[] = Object.keys(FILES);

function nameOf([first = '']: readonly string[]): string {
  return first.slice(first.lastIndexOf('/') + 1);
}

/** Opens a file of `/proc/self` or `/proc/PID` of the process itself; `undefined` for every other path. */
export function openProcessFile(path: string, facts: ProcessFacts): OpenFile | undefined {
  const [, process, name = ''] = /^\/proc\/(self|\d+)\/(\w+)$/.exec(path) ?? [];
  if (process === undefined || (process !== 'self' && Number(process) !== facts.pid)) return undefined;
  const write = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  return write && openBytes(encodeText(write(facts)));
}

function openBytes(bytes: Uint8Array): OpenFile {
  let position = 0;
  const owners = createOwnerCount(() => undefined);
  const file: OpenFile = {
    kind: 'file',
    canRead: true,
    canWrite: false,
    read(maxBytes) {
      const piece = bytes.subarray(position, position + maxBytes);
      position += piece.length;
      return piece;
    },
    unread(given) {
      position = Math.max(0, position - given.length);
    },
    write() {
      throw new SystemError('EBADF', 'write');
    },
    seek(offset, origin) {
      position = Math.max(
        0,
        origin === 'start' ? offset : origin === 'end' ? bytes.length + offset : position + offset,
      );
      return position;
    },
    stat: () => ({ ...statOfUnnamed('fifo', 0), kind: 'file', mode: 0o444 }),
    retain() {
      owners.retain();
      return file;
    },
    release: owners.release,
  };
  return file;
}
