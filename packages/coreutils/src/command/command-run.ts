import {
  type ByteReader,
  describeError,
  encodeText,
  errnoOf,
  type OpenFile,
  type ProgramContext,
  type ProgramFile,
  terminatingSignal,
} from '@cloche/system';
import type { ParsedArguments } from '../arguments/parse-options.ts';
import { quoteNameIfNeeded } from '../arguments/quote.ts';
import { OutputBuffer } from './output-buffer.ts';

/** An input that a command reads: a file it was given, or standard input. */
export interface CommandInput {
  /** As it was given; `-` for standard input. */
  readonly name: string;
  readonly reader: ByteReader;
  /** The open file behind the reader. */
  readonly file: OpenFile | undefined;
}

/** A command at work: its arguments, its output and what it complains about. */
export class CommandRun<Name extends string> {
  readonly context: ProgramContext;
  /** The name it was called by. */
  readonly name: string;
  readonly arguments: ParsedArguments<Name>;
  readonly output: OutputBuffer;
  readonly #opened: ProgramFile[] = [];
  /** What the command will answer. */
  status = 0;

  constructor(context: ProgramContext, name: string, parsed: ParsedArguments<Name>) {
    this.context = context;
    this.name = name;
    this.arguments = parsed;
    this.output = new OutputBuffer(context.stdout);
  }

  /** Opens a file for reading, until the command ends. Throws `SystemError`. */
  open(path: string): ProgramFile {
    const file = this.context.open(path);
    this.#opened.push(file);
    return file;
  }

  /** Closes what `open` opened. */
  close(): void {
    for (const file of this.#opened) file.close();
  }

  /** Writes `name: message` to standard error, behind the output so far. */
  async warn(message: string): Promise<void> {
    await this.output.flush();
    await this.context.stderr.write(encodeText(`${this.name}: ${message}\n`));
  }

  /** Writes `name: message` and makes the status at least `status`. */
  async fail(message: string, status = 1): Promise<void> {
    this.status = Math.max(this.status, status);
    await this.warn(message);
  }

  /** Complains about a wrong call, with the hint to `--help`, and returns the status. */
  async failUsage(message: string, status = 1): Promise<number> {
    await this.fail(`${message}\nTry '${this.name} --help' for more information.`, status);
    return status;
  }

  /**
   * Opens each operand in turn (standard input for `-` and where there are none) and calls `use`. What cannot be opened
   * or read is complained about, and the next one follows.
   */
  async eachInput(
    use: (input: CommandInput) => Promise<void>,
    options: { operands?: readonly string[]; describe?: DescribeInputFault; status?: number } = {},
  ): Promise<void> {
    const { operands = this.arguments.operands, describe = describeInputFault, status = 1 } = options;
    for (const name of operands.length > 0 ? operands : ['-']) {
      let opened = false;
      try {
        const file = name === '-' ? undefined : this.context.open(name);
        opened = true;
        try {
          const source = file ? file.file : this.context.descriptors.get(0);
          await use({ name, reader: file ?? this.context.stdin, file: source });
        } finally {
          file?.close();
        }
      } catch (error) {
        if (!isInputFault(error)) throw error;
        await this.fail(describe(name, describeError(error), opened), status);
      }
    }
  }
}

/** Words a complaint about an input; `wasOpened` tells a failure to read from one to open. */
export type DescribeInputFault = (name: string, reason: string, wasOpened: boolean) => string;

const describeInputFault: DescribeInputFault = (name, reason) => `${quoteNameIfNeeded(name)}: ${reason}`;

/** Returns whether `error` is a failed system call that a command complains about; a broken pipe ends the command. */
export function isInputFault(error: unknown): boolean {
  const code = errnoOf(error);
  return code !== undefined && code !== 'EPIPE' && terminatingSignal(error) === undefined;
}
