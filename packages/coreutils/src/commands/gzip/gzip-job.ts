import { type ByteReader, describeError, encodeText, type FileStat, joinPath, type ProgramFile } from '@cloche/system';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { createByteSource } from '../../compression/byte-source.ts';
import { decodeGzip, GzipFault, type GzipHeader, isGzip } from '../../compression/gzip-decoder.ts';
import { type CompressionLevel, createGzipEncoder } from '../../compression/gzip-encoder.ts';
import { formatRatio } from './format-ratio.ts';
import { GzipList } from './gzip-list.ts';
import type { GzipOption } from './gzip-usage.ts';

/** What gzip was asked for. */
export interface GzipSettings {
  readonly task: 'compress' | 'expand' | 'list' | 'test';
  readonly level: CompressionLevel;
  readonly suffix: string;
  readonly toStdout: boolean;
  readonly isForced: boolean;
  readonly keeps: boolean;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
  readonly isRecursive: boolean;
  readonly name: 'name' | 'noName' | undefined;
}

/** What came of one file. */
interface Outcome {
  /** Bytes before and after compression. */
  readonly plain: number;
  readonly packed: number;
  readonly headerBytes: number;
  readonly header?: GzipHeader | undefined;
}

type Sink = (bytes: Uint8Array) => void | Promise<void>;

const KNOWN_SUFFIXES = ['.gz', '.z', '.taz', '.tgz', '-gz', '-z', '_z'];
const WARNING = 2;

/** Works on one file after the other, as the settings say. */
export class GzipJob {
  readonly #run: CommandRun<GzipOption>;
  readonly #settings: GzipSettings;
  readonly #list: GzipList;

  constructor(run: CommandRun<GzipOption>, settings: GzipSettings) {
    this.#run = run;
    this.#settings = settings;
    this.#list = new GzipList(run, settings.isVerbose, settings.isQuiet);
  }

  /** Works from standard input to standard output. */
  async runStdin(): Promise<void> {
    const { task, isForced, isVerbose } = this.#settings;
    const { stdin, stdout } = this.#run.context;
    if (task === 'compress' && stdout.isTerminal && !isForced) {
      return this.#run.fail(
        'compressed data not written to a terminal. Use -f to force compression.\nFor help, type: gzip -h',
      );
    }
    await this.#attempt('stdin', async () => {
      if (task === 'list') return this.#list.add('stdout', stdin);
      const outcome = await this.#convert(stdin, this.#toOutput(), undefined);
      if (isVerbose) await this.#report('', task === 'test' ? ' OK' : task === 'compress' ? this.#ratio(outcome) : '');
    });
  }

  /** Prints the last line of a list of several files. */
  listTotals(): void {
    this.#list.putTotals();
  }

  /** Works on a file, or on all files of a directory. */
  async runFile(operand: string): Promise<void> {
    const { files, cwd } = this.#run.context;
    const found = this.#find(operand);
    if (!found) return this.#run.fail(`${this.#missingName(operand)}: No such file or directory`);
    const { name, stat } = found;
    if (stat.kind === 'directory') {
      if (!this.#settings.isRecursive) return this.#warn(`${name} is a directory -- ignored`);
      const folder = name.endsWith('/') ? name : `${name}/`;
      for (const entry of files.readDirectory(joinPath(cwd, name))) await this.runFile(folder + entry.name);
      return;
    }
    if (stat.kind !== 'file' && !this.#settings.toStdout) {
      return this.#warn(`${name} is not a directory or a regular file - ignored`);
    }
    await this.#attempt(name, () => this.#runRegular(name, stat));
  }

  async #runRegular(name: string, stat: FileStat): Promise<void> {
    const { task, suffix, toStdout, isForced } = this.#settings;
    const known = suffixOf(name, suffix);
    if (task === 'compress' && known !== '' && !toStdout && !isForced) {
      if (this.#settings.isRecursive) return;
      return this.#report('', this.#settings.isQuiet ? '' : `gzip: ${name} already has ${known} suffix -- unchanged`);
    }
    if (task === 'expand' && known === '' && !toStdout) {
      if (this.#settings.isRecursive) return;
      return this.#warn(`${name}: unknown suffix -- ignored`);
    }
    const input = this.#run.open(name);
    try {
      if (task === 'list') return await this.#list.add(plainName(name, suffix) ?? name, input);
      if (task === 'test' || toStdout) return await this.#runToOutput(name, stat, input);
      await this.#replace(name, stat, input);
    } finally {
      input.close();
    }
  }

  async #runToOutput(name: string, stat: FileStat, input: ByteReader): Promise<void> {
    const { task, isVerbose } = this.#settings;
    const outcome = await this.#convert(input, this.#toOutput(), { name, stat });
    if (!isVerbose) return;
    await this.#report(`${name}:\t`, task === 'test' ? ' OK' : `${this.#ratio(outcome)} -- replaced with stdout`);
  }

  async #replace(name: string, stat: FileStat, input: ByteReader): Promise<void> {
    const { task, suffix, keeps, isVerbose, isForced } = this.#settings;
    const { files, cwd } = this.#run.context;
    const source = createByteSource(input);
    let target = task === 'compress' ? name + suffix : (plainName(name, suffix) ?? name);
    if (task === 'expand' && this.#settings.name === 'name') target = await this.#originalName(name, target);
    if (exists(() => files.lstat(joinPath(cwd, target)))) {
      if (!isForced) return this.#warn(`${target} already exists;\tnot overwritten`);
      files.unlink(joinPath(cwd, target));
    }
    const output = this.#run.context.open(target, { write: true, create: true, exclusive: true, mode: stat.mode });
    let outcome: Outcome;
    try {
      outcome = await this.#convert({ read: () => source.some(65_536) }, fileSink(output), { name, stat });
    } catch (error) {
      output.close();
      files.unlink(joinPath(cwd, target));
      throw error;
    }
    output.close();
    const restored = this.#settings.name === 'name' ? outcome.header?.mtimeSeconds : undefined;
    files.setTimes(joinPath(cwd, target), stat.atimeMs, restored ? restored * 1000 : stat.mtimeMs);
    files.changeMode(joinPath(cwd, target), stat.mode);
    if (!keeps) files.unlink(joinPath(cwd, name));
    if (!isVerbose) return;
    await this.#report(`${name}:\t`, `${this.#ratio(outcome)} -- ${keeps ? 'created' : 'replaced with'} ${target}`);
  }

  async #originalName(name: string, target: string): Promise<string> {
    const file = this.#run.context.open(name);
    try {
      for await (const part of decodeGzip(createByteSource(file))) {
        const stored = part.kind === 'member' ? part.header.name?.replace(/^.*\//, '') : undefined;
        if (stored === undefined || stored === '' || stored === '.' || stored === '..') return target;
        return target.replace(/[^/]*$/, () => stored);
      }
    } finally {
      file.close();
    }
    return target;
  }

  async #convert(
    input: Pick<ByteReader, 'read'>,
    sink: Sink,
    from: { name: string; stat: FileStat } | undefined,
  ): Promise<Outcome> {
    return this.#settings.task === 'compress' ? this.#compress(input, sink, from) : this.#expand(input, sink);
  }

  async #compress(
    input: Pick<ByteReader, 'read'>,
    sink: Sink,
    from: { name: string; stat: FileStat } | undefined,
  ): Promise<Outcome> {
    const keepsName = from !== undefined && this.#settings.name !== 'noName';
    const encoder = createGzipEncoder({
      level: this.#settings.level,
      ...(keepsName
        ? { name: from.name.replace(/^.*\//, ''), mtimeSeconds: Math.floor(from.stat.mtimeMs / 1000) }
        : {}),
    });
    let plain = 0;
    let packed = 0;
    for (let bytes = await input.read(); bytes.length > 0; bytes = await input.read()) {
      plain += bytes.length;
      const made = encoder.push(bytes);
      packed += made.length;
      await sink(made);
      const turn = this.#run.context.yieldIfDue();
      if (turn) await turn;
    }
    const rest = encoder.end();
    await sink(rest);
    return { plain, packed: packed + rest.length, headerBytes: encoder.headerBytes };
  }

  async #expand(input: Pick<ByteReader, 'read'>, sink: Sink): Promise<Outcome> {
    const counted = countingReader(input);
    const source = createByteSource(counted);
    const { isForced, toStdout, task } = this.#settings;
    let header: GzipHeader | undefined;
    let plain = 0;
    const begin = await source.take(2);
    source.giveBack(begin);
    if (!isGzip(begin) && isForced && toStdout && task === 'expand') {
      for (let bytes = await source.some(65_536); bytes.length > 0; bytes = await source.some(65_536))
        await sink(bytes);
      return { plain, packed: plain, headerBytes: 0 };
    }
    for await (const part of decodeGzip(source)) {
      if (part.kind === 'member') header ??= part.header;
      if (part.kind === 'garbage') throw new TrailingGarbage();
      if (part.kind !== 'data') continue;
      plain += part.bytes.length;
      if (task !== 'test') await sink(part.bytes);
      const turn = this.#run.context.yieldIfDue();
      if (turn) await turn;
    }
    return { plain, packed: counted.count(), headerBytes: header?.headerBytes ?? 10, header };
  }

  #toOutput(): Sink {
    return (bytes) => {
      this.#run.output.put(bytes);
      return this.#run.output.drain();
    };
  }

  async #attempt(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof TrailingGarbage) {
        await this.#warn(`${name}: decompression OK, trailing garbage ignored`, '\n');
      } else if (error instanceof GzipFault) {
        await this.#run.output.flush();
        this.#run.status = 1;
        await this.#report('\n', `gzip: ${name}: ${error.reason}`);
      } else if (isInputFault(error)) await this.#run.fail(`${name}: ${describeError(error)}`);
      else throw error;
    }
  }

  /** Compressed names may be given without their suffix. */
  #find(operand: string): { name: string; stat: FileStat } | undefined {
    const { files, cwd } = this.#run.context;
    const names =
      this.#settings.task === 'compress' ? [operand] : [operand, ...this.#suffixes().map((s) => operand + s)];
    for (const name of names) {
      try {
        const stat = this.#settings.toStdout || this.#settings.isForced ? files.stat : files.lstat;
        return { name, stat: stat.call(files, joinPath(cwd, name)) };
      } catch {
        // The next name may be there.
      }
    }
    return undefined;
  }

  #suffixes(): string[] {
    return [...new Set([this.#settings.suffix, '.gz', '.z', '-z', '.Z'])];
  }

  #missingName(operand: string): string {
    const { task, suffix } = this.#settings;
    return task === 'compress' || suffixOf(operand, suffix) !== '' ? operand : `${operand}${suffix}`;
  }

  #ratio({ plain, packed, headerBytes }: Outcome): string {
    return formatRatio(plain, packed - headerBytes - 8);
  }

  async #warn(message: string, before = ''): Promise<void> {
    if (this.#run.status === 0) this.#run.status = WARNING;
    if (!this.#settings.isQuiet) await this.#report(before, `gzip: ${message}`);
  }

  async #report(before: string, text: string): Promise<void> {
    await this.#run.output.flush();
    if (text !== '') await this.#run.context.stderr.write(encodeText(`${before}${text}\n`));
  }
}

class TrailingGarbage extends Error {}

function suffixOf(name: string, suffix: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const lower = base.toLowerCase();
  return [suffix, ...KNOWN_SUFFIXES].find((known) => lower.endsWith(known) && base.length > known.length) ?? '';
}

/** Returns the name of what a compressed file expands to. */
function plainName(name: string, suffix: string): string | undefined {
  const known = suffixOf(name, suffix);
  if (known === '') return undefined;
  const stem = name.slice(0, -known.length);
  return known === '.tgz' || known === '.taz' ? `${stem}.tar` : stem;
}

function fileSink(output: ProgramFile): Sink {
  return (bytes) => output.write(bytes);
}

function countingReader(input: Pick<ByteReader, 'read'>): Pick<ByteReader, 'read'> & { count(): number } {
  let count = 0;
  return {
    count: () => count,
    read: async () => {
      const bytes = await input.read();
      count += bytes.length;
      return bytes;
    },
  };
}

function exists(look: () => unknown): boolean {
  try {
    look();
    return true;
  } catch {
    return false;
  }
}
