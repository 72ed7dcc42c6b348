import { type ByteReader, formatTime, localTime } from '@cloche/system';
import type { CommandRun } from '../../command/command-run.ts';
import { createByteSource } from '../../compression/byte-source.ts';
import { decodeGzip } from '../../compression/gzip-decoder.ts';
import { formatRatio } from './format-ratio.ts';
import type { GzipOption } from './gzip-usage.ts';

/** The table of `gzip -l`. */
export class GzipList {
  readonly #run: CommandRun<GzipOption>;
  readonly #isVerbose: boolean;
  readonly #isQuiet: boolean;
  #count = 0;
  #packed = 0;
  #plain = 0;

  constructor(run: CommandRun<GzipOption>, isVerbose: boolean, isQuiet: boolean) {
    this.#run = run;
    this.#isVerbose = isVerbose;
    this.#isQuiet = isQuiet;
  }

  /** Adds the line of a compressed file. Throws `GzipFault`. */
  async add(name: string, input: Pick<ByteReader, 'read'>): Promise<void> {
    let packed = 0;
    let plain = 0;
    let headerBytes = 0;
    let mtimeSeconds = 0;
    let lastCrc = 0;
    const source = createByteSource({
      read: async () => {
        const bytes = await input.read();
        packed += bytes.length;
        return bytes;
      },
    });
    for await (const part of decodeGzip(source)) {
      if (part.kind === 'member' && headerBytes === 0) ({ headerBytes, mtimeSeconds } = part.header);
      if (part.kind === 'end') {
        plain += part.size;
        lastCrc = part.crc;
      }
    }
    this.#putHeading();
    this.#count++;
    this.#packed += packed;
    this.#plain += plain;
    const details = this.#isVerbose ? this.#describe(lastCrc, mtimeSeconds) : '';
    this.#putLine(details, packed, plain, formatRatio(plain, packed - headerBytes - 8), name);
  }

  /** Adds the line of sums when there were several files. */
  putTotals(): void {
    if (this.#count < 2) return;
    const details = this.#isVerbose ? ' '.repeat(28) : '';
    this.#putLine(details, this.#packed, this.#plain, formatRatio(this.#plain, this.#packed), '(totals)');
  }

  #putHeading(): void {
    if (this.#count > 0 || this.#isQuiet) return;
    const details = this.#isVerbose ? 'method  crc     date  time  ' : '';
    this.#run.output.putText(`${details}         compressed        uncompressed  ratio uncompressed_name\n`);
  }

  #describe(crc: number, mtimeSeconds: number): string {
    const time = localTime(
      (mtimeSeconds || this.#run.context.clock.now() / 1000) * 1000,
      this.#run.context.env.get('TZ'),
    );
    return `defla ${crc.toString(16).padStart(8, '0')} ${formatTime('%b %e %H:%M', time)} `;
  }

  #putLine(details: string, packed: number, plain: number, ratio: string, name: string): void {
    const sizes = `${String(packed).padStart(19)} ${String(plain).padStart(19)}`;
    this.#run.output.putText(`${details}${sizes} ${ratio} ${name}\n`);
  }
}
