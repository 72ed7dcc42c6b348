import { type ByteReader, describeError, errnoOf, joinPath, type ProgramFile } from '@cloche/system';
import { type ByteSource, createByteSource } from '../../compression/byte-source.ts';
import { decodeGzip, GzipFault, isGzip } from '../../compression/gzip-decoder.ts';
import { createGzipEncoder } from '../../compression/gzip-encoder.ts';
import { type TarRun, TarStop } from './tar-settings.ts';

/** An archive is written in records of so many bytes. */
const RECORD_BYTES = 10_240;
const BZIP2_MAGIC = [0x42, 0x5a, 0x68];
const XZ_MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a];

/** Opens an archive for reading; what is compressed with gzip is expanded. Throws `TarStop`. */
export async function openArchive(run: TarRun, name: string): Promise<ByteSource> {
  const isStdin = name === '-';
  let reader: ByteReader;
  if (isStdin) {
    if (run.context.stdin.isTerminal) {
      throw new TarStop('Refusing to read archive contents from terminal (missing -f option?)');
    }
    reader = run.context.stdin;
  } else {
    try {
      reader = run.open(name);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      throw new TarStop(`${name}: Cannot open: ${describeError(error)}`);
    }
  }
  const source = createByteSource(reader);
  const begin = await takeFirst(run, source, name);
  source.giveBack(begin);
  if (BZIP2_MAGIC.every((byte, index) => begin[index] === byte)) throw new TarStop(unsupported('bzip2'));
  if (XZ_MAGIC.every((byte, index) => begin[index] === byte)) throw new TarStop(unsupported('xz'));
  if (!run.arguments.has('gzip') && !isGzip(begin)) return source;
  if (isStdin && !run.arguments.has('gzip')) throw new TarStop('Archive is compressed. Use -z option');
  return createByteSource(expand(source));
}

function unsupported(format: string): string {
  return `the archive is compressed with ${format}, which is not available here`;
}

async function takeFirst(run: TarRun, source: ByteSource, name: string): Promise<Uint8Array> {
  try {
    return await source.take(6);
  } catch (error) {
    if (errnoOf(error) === undefined || errnoOf(error) === 'EPIPE') throw error;
    await run.warn(`${name}: Cannot read: ${describeError(error)}`);
    throw new TarStop('At beginning of tape, quitting now');
  }
}

/** Reads what gzip data expand to. */
function expand(source: ByteSource): Pick<ByteReader, 'read'> {
  const parts = decodeGzip(source);
  return {
    async read() {
      try {
        for (;;) {
          const { value, done } = await parts.next();
          if (done || !value) return new Uint8Array(0);
          if (value.kind === 'data') return value.bytes;
        }
      } catch (error) {
        if (!(error instanceof GzipFault)) throw error;
        throw new GzipEnded(error.reason);
      }
    },
  };
}

/** Compressed data that gzip would complain about. */
export class GzipEnded extends Error {
  readonly code = 'GZIP_ENDED';
}

/** Writes an archive, in whole records, compressed when it should be. */
export interface ArchiveWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** Writes the end of the archive. */
  finish(): Promise<void>;
  /** The file that is written, if it is one. */
  readonly file: ProgramFile | undefined;
  bytesWritten(): number;
}

/**
 * Opens an archive for writing: a new one, or from `keptBytes` of an existing one on. Throws `TarStop`.
 */
export function createArchive(run: TarRun, name: string, keptBytes?: number): ArchiveWriter {
  const file = name === '-' ? undefined : openForWriting(run, name, keptBytes);
  const isCompressed = run.arguments.has('gzip') || (run.arguments.has('autoCompress') && /\.(?:t?gz|taz)$/.test(name));
  const encoder = isCompressed ? createGzipEncoder({ level: 6 }) : undefined;
  let total = keptBytes ?? 0;
  const put = async (bytes: Uint8Array): Promise<void> => {
    const turn = run.context.yieldIfDue();
    if (turn) await turn;
    if (file) await file.write(bytes);
    else {
      run.output.put(bytes);
      await run.output.drain();
    }
  };
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (bytes.length === 0) return;
    total += bytes.length;
    await put(encoder ? encoder.push(bytes) : bytes);
  };
  return {
    file,
    write,
    bytesWritten: () => total,
    async finish() {
      const end = total + 1024;
      await write(new Uint8Array(1024 + ((RECORD_BYTES - (end % RECORD_BYTES)) % RECORD_BYTES)));
      if (encoder) await put(encoder.end());
    },
  };
}

function openForWriting(run: TarRun, name: string, keptBytes: number | undefined): ProgramFile {
  try {
    if (keptBytes === undefined) {
      const file = run.context.open(name, { write: true, create: true, truncate: true });
      return file;
    }
    run.context.files.truncate(joinPath(run.context.cwd, name), keptBytes);
    return run.context.open(name, { append: true });
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    throw new TarStop(`${name}: Cannot open: ${describeError(error)}`);
  }
}
