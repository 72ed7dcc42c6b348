import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { concatBytes, type OpenFile } from '@cloche/system';

const READ_BYTES = 65_536;

/** The rest of an input in an unnamed file that a child inherits, so that what it leaves unread is known. */
export interface LentInput {
  readonly descriptor: number;
  /** Gives what the child has left back to the input, and closes the descriptor; child and host share the position. */
  takeBack(): void;
}

/** Copies the rest of an input into an unnamed file. */
export async function lendInput(file: OpenFile, signal: AbortSignal): Promise<LentInput> {
  const descriptor = await spool(file, signal);
  return {
    descriptor,
    takeBack() {
      const chunks: Uint8Array[] = [];
      for (;;) {
        const buffer = Buffer.allocUnsafe(READ_BYTES);
        const count = readSync(descriptor, buffer, 0, READ_BYTES, null);
        if (count === 0) break;
        chunks.push(buffer.subarray(0, count));
      }
      closeSync(descriptor);
      if (chunks.length > 0) file.unread(concatBytes(chunks));
    },
  };
}

async function spool(file: OpenFile, signal: AbortSignal): Promise<number> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const bytes = await file.read(READ_BYTES, signal);
    if (bytes.length === 0) break;
    chunks.push(bytes);
  }
  const folder = mkdtempSync(join(tmpdir(), 'cloche-input-'));
  try {
    const name = join(folder, 'input');
    writeFileSync(name, concatBytes(chunks), { mode: 0o600 });
    return openSync(name, 'r');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
