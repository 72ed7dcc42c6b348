import { decodeText, NO_BYTES } from '@cloche/system';
import type { Jq } from 'jq-wasm/inline';

/** Bytes that one run may print. */
export const MAX_OUTPUT_BYTES: number = 64 * 1024 * 1024;
/** The module's memory has this maximum; it is a part of how jq-wasm was built. */
const MAX_MEMORY = '256 MiB';

/** jq's status for errors of a filter. */
const ERROR_STATUS = 5;

/** The part of the global that is used here. */
declare const WebAssembly: {
  instantiate: (
    code: Uint8Array,
    imports: Imports,
  ) => Promise<{ readonly instance: { readonly exports: Readonly<Record<string, unknown>> } }>;
};

/** Functions of the host, by module and name. */
type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** jq's code in memory, for runs one after another. */
export interface LimitedJq {
  /**
   * Runs a filter. One that prints too much, or needs more memory than there is, ends with a message that names the
   * limit, and what it printed is kept.
   */
  run(input: string, filter: string, flags: readonly string[]): LimitedAnswer;
}

/** What was printed before a limit is then out of the module's own buffer. */
const UNBUFFERED = '--unbuffered';

/** What came of a run. */
export interface LimitedAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
  /** The run was broken off, after which the code must be loaded anew. */
  readonly isBrokenOff: boolean;
}

/**
 * Loads jq.
 *
 * jq-wasm gathers all that is printed and has no limit for it. So the functions of the module's own that write and abort
 * are replaced while it is made, which is when they can be reached.
 */
export async function loadLimitedJq(maxOutputBytes: number): Promise<LimitedJq> {
  const { loadJq } = await import('jq-wasm/inline');
  const output = new Output(maxOutputBytes);
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (code, imports) => {
    WebAssembly.instantiate = instantiate;
    const made = await instantiate(code, withOutput(imports, output));
    output.memory = Object.values(made.instance.exports).find(isMemory);
    return made;
  };
  let jq: Jq;
  try {
    jq = await loadJq();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  return { run: (input, filter, flags) => runOnce(jq, output, [input, filter, [UNBUFFERED, ...flags]]) };
}

function runOnce(jq: Jq, output: Output, request: Parameters<Jq['raw']>): LimitedAnswer {
  output.begin();
  try {
    const { exitCode } = jq.raw(...request);
    return { ...output.texts(), status: exitCode, isBrokenOff: false };
  } catch (error) {
    const limit =
      output.exceeded ?? (isOutOfMemory(error) ? `the filter: limit of ${MAX_MEMORY} of memory exceeded` : undefined);
    if (limit === undefined) throw error;
    const { stdout, stderr } = output.texts();
    const message = `jq: error: ${limit}`;
    return {
      stdout,
      stderr: stderr === '' ? message : `${stderr}\n${message}`,
      status: ERROR_STATUS,
      isBrokenOff: true,
    };
  }
}

/** Names that the module has for the functions it calls. */
const WRITE = 'd';
const ABORT = 'E';

function withOutput({ a: functions = {}, ...others }: Imports, output: Output): Imports {
  const replaced = {
    [WRITE]: (descriptor: number, parts: number, count: number, written: number): number =>
      output.write(descriptor, parts, count, written),
    [ABORT]: (): never => {
      throw new OutOfMemory();
    },
  };
  return { ...others, a: { ...functions, ...replaced } };
}

/** jq aborts only where it gets no memory. */
class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory';
  readonly code = 'out_of_memory';

  constructor() {
    super(`jq needs more than ${MAX_MEMORY} of memory`);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'out_of_memory';
}

function isMemory(value: unknown): value is { readonly buffer: ArrayBuffer } {
  return typeof value === 'object' && value !== null && 'buffer' in value && value.buffer instanceof ArrayBuffer;
}

const STANDARD_OUTPUT = 1;

/** Gathers what a run prints. */
class Output {
  memory: { readonly buffer: ArrayBuffer } | undefined;
  /** Names the limit that a run exceeded. */
  exceeded: string | undefined;
  readonly #maxBytes: number;
  #stdout = new GrowingBytes();
  #stderr = new GrowingBytes();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  begin(): void {
    this.#stdout = new GrowingBytes();
    this.#stderr = new GrowingBytes();
    this.exceeded = undefined;
  }

  /** Does what WASI's `fd_write` does: `parts` is the place of `count` pairs of a place and a length. */
  write(descriptor: number, parts: number, count: number, written: number): number {
    if (!this.memory) throw new Error('jq writes before its memory is there');
    const view = new DataView(this.memory.buffer);
    let total = 0;
    for (let part = 0; part < count; part++) {
      const from = view.getUint32(parts + part * 8, true);
      const length = view.getUint32(parts + part * 8 + 4, true);
      if (length > 0) this.#take(descriptor, new Uint8Array(this.memory.buffer, from, length));
      total += length;
    }
    view.setUint32(written, total, true);
    return 0;
  }

  /** Returns what was printed, without white space at the ends. */
  texts(): { stdout: string; stderr: string } {
    return { stdout: decodeText(this.#stdout.bytes()).trim(), stderr: decodeText(this.#stderr.bytes()).trim() };
  }

  #take(descriptor: number, bytes: Uint8Array): void {
    const room = this.#maxBytes - this.#stdout.length - this.#stderr.length;
    (descriptor === STANDARD_OUTPUT ? this.#stdout : this.#stderr).add(bytes.subarray(0, room));
    if (bytes.length <= room) return;
    this.exceeded = `output: limit of ${this.#maxBytes.toLocaleString('en-US')} bytes exceeded`;
    throw new Error(this.exceeded);
  }
}

/** Bytes that are added to, many times a few. */
class GrowingBytes {
  length = 0;
  #room: Uint8Array = NO_BYTES;

  add(bytes: Uint8Array): void {
    const needed = this.length + bytes.length;
    if (needed > this.#room.length) {
      const grown = new Uint8Array(Math.max(needed, this.#room.length * 2, 4096));
      grown.set(this.bytes());
      this.#room = grown;
    }
    this.#room.set(bytes, this.length);
    this.length = needed;
  }

  bytes(): Uint8Array {
    return this.#room.subarray(0, this.length);
  }
}
