import {
  type ByteWriter,
  createPipe,
  describeError,
  errnoOf,
  guardReader,
  guardWriter,
  type Process,
  type ProgramContext,
  statusCode,
} from '@cloche/system';
import { OutputBuffer } from '../../command/output-buffer.ts';
import { endOf, startProgram } from '../../command/run-program.ts';
import { fatal } from './awk-fault.ts';
import { RecordReader } from './record-reader.ts';
import type { Regexps } from './regexps.ts';
import type { AwkRedirection, SourcePlace } from './syntax.ts';

/** Something that print writes to. */
interface Output {
  readonly buffer: OutputBuffer;
  /** Ends it and returns what `close` answers. */
  end(): Promise<number>;
}

/** Something that getline reads from. */
interface Input {
  readonly records: RecordReader;
  end(): Promise<number>;
}

/** The files and commands that a program has opened, by name. */
export class AwkStreams {
  readonly #context: ProgramContext;
  readonly #standardOutput: OutputBuffer;
  readonly #regexps: Regexps;
  readonly #outputs = new Map<string, Output>();
  readonly #inputs = new Map<string, Input>();

  constructor(context: ProgramContext, standardOutput: OutputBuffer, regexps: Regexps) {
    this.#context = context;
    this.#standardOutput = standardOutput;
    this.#regexps = regexps;
  }

  /** Returns where print writes to. A promise only when it must be opened and something flushed first. */
  output(kind: AwkRedirection['kind'], name: string, place: SourcePlace): OutputBuffer | Promise<OutputBuffer> {
    if (kind !== 'pipe' && (name === '/dev/stdout' || name === '-')) return this.#standardOutput;
    const opened = this.#outputs.get(name);
    if (opened) return opened.buffer;
    return kind === 'pipe' ? this.#openPipe(name) : this.#openFile(name, kind === 'append', place);
  }

  /** Returns the records of a file, or what hinders opening it. */
  async file(name: string): Promise<RecordReader | string> {
    const opened = this.#inputs.get(name);
    if (opened) return opened.records;
    try {
      const isStdin = name === '-' || name === '/dev/stdin';
      const file = isStdin ? undefined : this.#context.open(name);
      const records = new RecordReader(file ?? this.#context.stdin, this.#regexps);
      this.#inputs.set(name, {
        records,
        async end() {
          file?.close();
          return 0;
        },
      });
      return records;
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return describeError(error);
    }
  }

  /** Returns the records that a command prints. */
  async command(command: string): Promise<RecordReader> {
    const opened = this.#inputs.get(command);
    if (opened) return opened.records;
    await this.flushAll();
    const { reader, writer } = createPipe();
    const process = this.#start(command, new Map([[1, writer]]));
    writer.release();
    const records = new RecordReader(guardReader(reader, this.#context), this.#regexps);
    this.#inputs.set(command, {
      records,
      end: async () => {
        reader.release();
        return this.#statusOf(process);
      },
    });
    return records;
  }

  /** Runs a command with what was printed so far in front of it, and returns its status. */
  async run(command: string): Promise<number> {
    await this.flushAll();
    return this.#statusOf(this.#start(command, new Map()));
  }

  /** Closes what `name` opened and returns what `close` answers; -1 when nothing did. */
  async close(name: string): Promise<number> {
    let status = -1;
    const output = this.#outputs.get(name);
    if (output) {
      this.#outputs.delete(name);
      status = await output.end();
    }
    const input = this.#inputs.get(name);
    if (input) {
      this.#inputs.delete(name);
      status = await input.end();
    }
    return status;
  }

  /** Writes out what was printed to `name`; returns 0, or -1 when nothing is open under it. */
  async flush(name: string): Promise<number> {
    const output = this.#outputs.get(name);
    await output?.buffer.flush();
    return output || this.#inputs.has(name) ? 0 : -1;
  }

  async flushAll(): Promise<void> {
    await this.#standardOutput.flush();
    for (const { buffer } of this.#outputs.values()) await buffer.flush();
  }

  async closeAll(): Promise<void> {
    for (const name of [...this.#outputs.keys(), ...this.#inputs.keys()]) await this.close(name);
    await this.#standardOutput.flush();
  }

  async #openPipe(command: string): Promise<OutputBuffer> {
    await this.flushAll();
    const { reader, writer } = createPipe();
    const process = this.#start(command, new Map([[0, reader]]));
    reader.release();
    return this.#add(command, guardWriter(writer, this.#context), async () => {
      writer.release();
      return this.#statusOf(process);
    });
  }

  #openFile(name: string, isAppending: boolean, place: SourcePlace): OutputBuffer {
    if (name === '') throw fatal("expression for `>' redirection has null string value", place);
    try {
      const file = this.#context.open(
        name,
        isAppending ? { append: true, create: true } : { write: true, create: true, truncate: true },
      );
      return this.#add(name, file, async () => {
        file.close();
        return 0;
      });
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      throw fatal(`cannot redirect to \`${name}': ${describeError(error)}`, place);
    }
  }

  #add(name: string, writer: ByteWriter, finish: () => Promise<number>): OutputBuffer {
    const buffer = new OutputBuffer(writer);
    const end = async (): Promise<number> => {
      try {
        await buffer.flush();
      } catch (error) {
        if (errnoOf(error) !== 'EPIPE') throw error;
      }
      return finish();
    };
    this.#outputs.set(name, { buffer, end });
    return buffer;
  }

  #start(command: string, changed: ReadonlyMap<number, Parameters<typeof guardReader>[0]>): Process {
    const descriptors = new Map(this.#context.descriptors);
    for (const [number, file] of changed) if (file) descriptors.set(number, file);
    return startProgram(this.#context, ['sh', '-c', command], { descriptors });
  }

  /** A command that a signal ended answers 256 and the signal's number. */
  async #statusOf(process: Process): Promise<number> {
    const status = await endOf(this.#context, process);
    return status.kind === 'signaled' ? 256 + statusCode(status) - 128 : statusCode(status);
  }
}
