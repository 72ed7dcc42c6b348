import { concatBytes, NO_BYTES, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { parseSize } from '../../arguments/parse-size.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { type BlockFormat, CANONICAL, HEX_WORDS, parseFormat, SHORT_FORMATS } from './hexdump-formats.ts';

type HexdumpOption =
  | 'canonical'
  | 'oneByteOctal'
  | 'oneByteChar'
  | 'decimal'
  | 'octal'
  | 'hex'
  | 'format'
  | 'length'
  | 'skip'
  | 'noSqueezing'
  | 'color'
  | 'version';

const USAGE: CommandUsage<HexdumpOption> = {
  name: 'hexdump',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Show bytes in hexadecimal, octal, decimal or as characters.',
  options: {
    oneByteOctal: { short: 'b', long: 'one-byte-octal', help: 'bytes in octal' },
    oneByteChar: { short: 'c', long: 'one-byte-char', help: 'bytes as characters' },
    canonical: { short: 'C', long: 'canonical', help: 'bytes in hexadecimal and as characters' },
    decimal: { short: 'd', long: 'two-bytes-decimal', help: 'pairs of bytes in decimal' },
    octal: { short: 'o', long: 'two-bytes-octal', help: 'pairs of bytes in octal' },
    hex: { short: 'x', long: 'two-bytes-hex', help: 'pairs of bytes in hexadecimal' },
    color: { short: 'L', long: 'color', value: 'MODE', valueIsOptional: true },
    format: { short: 'e', long: 'format', value: 'FORMAT', help: 'show with FORMAT, such as \'16/1 "%02x " "\\n"\'' },
    length: { short: 'n', long: 'length', value: 'LENGTH', help: 'show only LENGTH bytes' },
    skip: { short: 's', long: 'skip', value: 'OFFSET', help: 'pass over the first OFFSET bytes' },
    noSqueezing: { short: 'v', long: 'no-squeezing', help: 'show lines that repeat' },
    version: { short: 'V' },
  },
};

/** Shows bytes. */
export const hexdump: Program = defineCommand(USAGE, async (run) => dump(run, false));

/** Shows bytes as `hexdump -C` does. */
export const hd: Program = defineCommand({ ...USAGE, name: 'hd' }, async (run) => dump(run, true));

async function dump(run: CommandRun<HexdumpOption>, isCanonical: boolean): Promise<number> {
  const format = readFormat(run, isCanonical);
  if (typeof format === 'string') {
    await run.fail(format);
    return 1;
  }
  const skip = readNumber(run.arguments.value('skip') ?? '0');
  const length = run.arguments.has('length') ? readNumber(run.arguments.value('length') ?? '') : undefined;
  if (skip === undefined || (run.arguments.has('length') && length === undefined)) {
    const option = skip === undefined ? 'skip' : 'length';
    const what = option === 'skip' ? 'offset' : 'length';
    await run.fail(`failed to parse ${what}: '${run.arguments.value(option) ?? ''}': Invalid argument`);
    return 1;
  }
  const printer = new BlockPrinter(run, format, skip, length ?? Number.POSITIVE_INFINITY);
  let opened = 0;
  await run.eachInput(
    async ({ reader }) => {
      opened++;
      for (let bytes = await reader.read(); bytes.length > 0 && !printer.isFull; bytes = await reader.read()) {
        printer.add(bytes);
        await run.output.drain();
      }
    },
    { describe: (name, reason) => `${name}: ${reason}` },
  );
  if (opened === 0) await run.warn('all input file arguments failed');
  else printer.end();
  return run.status;
}

/** Every format that is given shows each block; the parts of a format of one's own may be given apart. */
function readFormat(run: CommandRun<HexdumpOption>, isCanonical: boolean): BlockFormat | string {
  const formats: BlockFormat[] = isCanonical ? [CANONICAL] : [];
  const own = run.arguments.values('format');
  for (const { name } of run.arguments.given) {
    if (name === 'canonical') formats.push(CANONICAL);
    else if (isShortFormat(name)) formats.push(SHORT_FORMATS[name]);
    else if (name === 'format' && own.length > 0) {
      const parsed = parseFormat(own.splice(0).join(' '));
      if (typeof parsed === 'string') return parsed;
      formats.push(parsed);
    }
  }
  const [first = HEX_WORDS, ...others] = formats;
  return others.length === 0 ? first : combine([first, ...others]);
}

function isShortFormat(name: HexdumpOption): name is keyof typeof SHORT_FORMATS {
  return Object.hasOwn(SHORT_FORMATS, name);
}

/** The longest block counts; a format of shorter ones shows the start of each. */
function combine(formats: readonly BlockFormat[]): BlockFormat {
  return {
    blockBytes: Math.max(...formats.map(({ blockBytes }) => blockBytes)),
    show: (block, offset) =>
      formats.map((format) => format.show(block.subarray(0, format.blockBytes), offset)).join(''),
    showEnd: (offset) => formats.map((format) => format.showEnd(offset)).findLast((text) => text !== '') ?? '',
  };
}

function readNumber(text: string): number | undefined {
  return /^0x[0-9a-f]+$/i.test(text) ? Number(text) : parseSize(text);
}

class BlockPrinter {
  readonly #run: CommandRun<HexdumpOption>;
  readonly #format: BlockFormat;
  #waiting: Uint8Array = NO_BYTES;
  #skip: number;
  #left: number;
  #offset: number;
  #last: Uint8Array | undefined;
  #isSqueezing = false;

  constructor(run: CommandRun<HexdumpOption>, format: BlockFormat, skip: number, length: number) {
    this.#run = run;
    this.#format = format;
    this.#skip = skip;
    this.#left = length;
    this.#offset = skip;
  }

  get isFull(): boolean {
    return this.#left === 0;
  }

  add(bytes: Uint8Array): void {
    const fresh = bytes.subarray(Math.min(this.#skip, bytes.length)).subarray(0, this.#left);
    this.#skip -= Math.min(this.#skip, bytes.length);
    this.#left -= fresh.length;
    this.#waiting = this.#waiting.length === 0 ? fresh : concatBytes([this.#waiting, fresh]);
    const size = this.#format.blockBytes;
    let at = 0;
    for (; at + size <= this.#waiting.length; at += size) this.#put(this.#waiting.subarray(at, at + size));
    this.#waiting = this.#waiting.slice(at);
  }

  end(): void {
    if (this.#waiting.length > 0) this.#put(this.#waiting);
    if (this.#offset > 0) this.#run.output.putText(this.#format.showEnd(this.#offset));
  }

  #put(block: Uint8Array): void {
    const isSame = this.#last?.length === block.length && block.every((byte, index) => byte === this.#last?.[index]);
    if (isSame && !this.#run.arguments.has('noSqueezing')) {
      if (!this.#isSqueezing) this.#run.output.putText('*\n');
      this.#isSqueezing = true;
    } else {
      this.#isSqueezing = false;
      this.#run.output.putText(this.#format.show(block, this.#offset));
    }
    this.#last = block.slice();
    this.#offset += block.length;
  }
}
