import { compilePatterns, isBacktrackingLimit, type Pattern } from '@cloche/search';
import {
  type BulkReader,
  type ByteReader,
  decodeText,
  describeError,
  encodeText,
  errnoOf,
  type FileStat,
  joinPath,
  type Program,
} from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { renderSynopsis } from '../../arguments/render-help.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { versionText } from '../../command/version-text.ts';
import { createFileFilter, type FileFilter } from './file-filter.ts';
import { type GrepSettings, readSettings } from './grep-settings.ts';
import { findTargets, type GrepTarget } from './grep-targets.ts';
import { GREP_USAGE, type GrepOption } from './grep-usage.ts';
import { createLinePrinter, type LinePrinter } from './line-printer.ts';
import { createFileSearch, type FileBytes, type FileResult, type FileSearch } from './search-file.ts';

type GrepRun = CommandRun<GrepOption>;

/** `grep`, and `egrep` and `fgrep` by their names. */
export const grep: Program = defineCommand(GREP_USAGE, runGrep);

/** `grep -E`. */
export const egrep: Program = defineCommand(GREP_USAGE, (run) => runGrep(run, 'ere'));

/** `grep -F`. */
export const fgrep: Program = defineCommand(GREP_USAGE, (run) => runGrep(run, 'fixed'));

async function runGrep(run: GrepRun, dialect?: 'ere' | 'fixed'): Promise<number> {
  if (run.arguments.has('version')) {
    run.output.putText(versionText(run.name));
    return 0;
  }
  const settings = readSettings(run.arguments, {
    isTerminal: run.output.isTerminal,
    colors: run.context.env.get('GREP_COLORS') ?? '',
  });
  if ('fault' in settings) return failWith(run, settings.fault, settings.showsUsage);
  if (run.arguments.has('unixByteOffsets')) await run.warn('warning: --unix-byte-offsets (-u) is obsolete');
  const patterns = await readPatterns(run);
  if (!patterns) return 2;
  const operands = patterns.operands;
  const compiled = await compile(run, patterns.texts, dialect ? { ...settings, dialect } : settings);
  if (!compiled) return 2;
  const filter = await readFilter(run);
  if (!filter) return 2;
  if (settings.report !== 'files-without-match' && selectsNothing(settings, patterns.texts)) return 1;
  return new GrepSearch(run, settings, compiled, filter).searchAll(operands);
}

/** Returns whether no line can be selected: such a search does not even begin, nor does it count. */
function selectsNothing(settings: GrepSettings, texts: readonly string[]): boolean {
  const { maxCount, isInverted, wholeLine, wholeWord } = settings;
  return maxCount === 0 || (isInverted && !wholeLine && !wholeWord && texts.length === 1 && texts[0] === '');
}

async function failWith(run: GrepRun, message: string, showsUsage: boolean): Promise<number> {
  const usage: CommandUsage<string> = { ...GREP_USAGE, name: run.name };
  const hint = showsUsage ? `\n${renderSynopsis(usage)}Try '${run.name} --help' for more information.` : '';
  await run.fail(message + hint, 2);
  return 2;
}

/** Returns the patterns of `-e` and `-f`, else the first operand's, and the operands that are left. */
async function readPatterns(run: GrepRun): Promise<{ texts: string[]; operands: readonly string[] } | undefined> {
  const { given, operands } = run.arguments;
  const texts: string[] = [];
  let isGiven = false;
  for (const { name, value } of given) {
    if (name === 'regexp') texts.push(...value.split('\n'));
    else if (name === 'file') {
      const text = await readText(run, value);
      if (text === undefined) return undefined;
      if (text !== '') texts.push(...withoutLastNewline(text).split('\n'));
    } else continue;
    isGiven = true;
  }
  if (isGiven) return { texts, operands };
  const [first, ...rest] = operands;
  if (first !== undefined) return { texts: first.split('\n'), operands: rest };
  const hint = `Try '${run.name} --help' for more information.\n`;
  await run.context.stderr.write(encodeText(renderSynopsis({ ...GREP_USAGE, name: run.name }) + hint));
  return undefined;
}

async function readText(run: GrepRun, path: string): Promise<string | undefined> {
  let text: string | undefined;
  await run.eachInput(
    async ({ reader }) => {
      text = decodeText(await readAll(reader));
    },
    { operands: [path], status: 2 },
  );
  return text;
}

function withoutLastNewline(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

async function compile(run: GrepRun, texts: readonly string[], settings: GrepSettings): Promise<Pattern | undefined> {
  if (settings.dialect === 'pcre' && texts.length > 1) {
    await run.fail('the -P option only supports a single pattern', 2);
    return undefined;
  }
  const { ignoreCase, wholeLine, wholeWord } = settings;
  const result = compilePatterns(texts, settings.dialect, { ignoreCase, wholeLine, wholeWord });
  if (result.kind === 'invalid') {
    await run.fail(result.message, 2);
    return undefined;
  }
  for (const warning of result.pattern.warnings) await run.warn(`warning: ${warning}`);
  return result.pattern;
}

async function readFilter(run: GrepRun): Promise<FileFilter | undefined> {
  const rules: { kind: 'include' | 'exclude'; glob: string }[] = [];
  for (const { name, value } of run.arguments.given) {
    if (name === 'include' || name === 'exclude') rules.push({ kind: name, glob: value });
    if (name !== 'excludeFrom') continue;
    const text = await readText(run, value);
    if (text === undefined) return undefined;
    for (const glob of text.split('\n')) if (glob !== '') rules.push({ kind: 'exclude', glob });
  }
  return createFileFilter(rules, run.arguments.values('excludeDir'));
}

/** One call of grep over all its files. */
class GrepSearch {
  readonly #run: GrepRun;
  readonly #settings: GrepSettings;
  readonly #pattern: Pattern;
  readonly #filter: FileFilter;
  readonly #search: FileSearch;
  readonly #reader: BulkReader;
  /** Output goes to a file, which may be one of those that are searched. */
  readonly #isToFile: boolean;
  #hasSelected = false;
  #hasFailed = false;

  constructor(run: GrepRun, settings: GrepSettings, pattern: Pattern, filter: FileFilter) {
    this.#run = run;
    this.#settings = settings;
    this.#pattern = pattern;
    this.#filter = filter;
    this.#search = createFileSearch(settings, pattern, run);
    this.#reader = run.context.files.createBulkReader?.() ?? run.context.files;
    this.#isToFile = run.context.descriptors.get(1)?.kind === 'file';
  }

  async searchAll(operands: readonly string[]): Promise<number> {
    const { files, cwd, yieldIfDue } = this.#run.context;
    const context = { files, cwd, settings: this.#settings, filter: this.#filter };
    const isMany = operands.length > 1;
    for (const target of findTargets(operands, context)) {
      const turn = yieldIfDue();
      if (turn) await turn;
      this.#run.context.signal.throwIfAborted();
      const work = this.#searchTarget(target, isMany);
      if (work) await work;
      if (this.#settings.report === 'nothing' && this.#hasSelected) return 0;
    }
    if (this.#hasFailed) return 2;
    return this.#hasSelected ? 0 : 1;
  }

  /** Returns a promise only where there is something to wait for: most files of a tree have nothing. */
  #searchTarget(target: GrepTarget, isMany: boolean): undefined | Promise<void> {
    switch (target.kind) {
      case 'unreadable':
        return this.#complain(`${target.name}: ${describeError(target.error)}`);
      case 'directory':
        return this.#complain(`${target.name}: Is a directory`);
      case 'stdin':
        if (this.#isOutput(this.#run.context.descriptors.get(0)?.stat())) {
          return this.#complain(`${this.#settings.stdinLabel}: input file is also the output`);
        }
        return this.#searchStream(this.#settings.stdinLabel, this.#run.context.stdin, isMany);
      case 'file':
        return this.#searchFile(target, isMany || target.isWalked);
    }
  }

  #searchFile(target: Extract<GrepTarget, { kind: 'file' }>, isMany: boolean): undefined | Promise<void> {
    const { files, cwd } = this.#run.context;
    try {
      const path = joinPath(cwd, target.name);
      if (this.#isToFile && this.#isOutput(files.stat(path)))
        return this.#complain(`${target.name}: input file is also the output`);
      const bytes = target.fileKind === 'file' ? this.#readUnlessBig(path, target.isWalked) : undefined;
      if (!bytes) return this.#searchOpened(target.name, isMany);
      if (this.#settings.report === 'lines' && !this.#search.maySelect(bytes)) return undefined;
      return this.#searchBytes(target.name, bytes, isMany);
    } catch (error) {
      if (!isInputFault(error)) throw error;
      return this.#complain(`${target.name}: ${describeError(error)}`);
    }
  }

  /** Returns a file's bytes, which may be overwritten by those of the next; `undefined` when it is too big to be read at once. */
  #readUnlessBig(path: string, isWalked: boolean): Uint8Array | undefined {
    const reader = isWalked && !this.#settings.followsLinks ? this.#reader : this.#run.context.files;
    try {
      return reader.readFile(path, { maxBytes: WHOLE_FILE_BYTES });
    } catch (error) {
      if (errnoOf(error) === 'EFBIG') return undefined;
      throw error;
    }
  }

  async #searchOpened(name: string, isMany: boolean): Promise<void> {
    try {
      const file = this.#run.context.open(name);
      try {
        await this.#searchStream(name, file, isMany);
      } finally {
        file.close();
      }
    } catch (error) {
      if (!isInputFault(error)) throw error;
      await this.#complain(`${name}: ${describeError(error)}`);
    }
  }

  /** What is printed would be searched again, and again. */
  #isOutput(input: FileStat | undefined): boolean {
    const { report, maxCount } = this.#settings;
    const output = this.#run.context.descriptors.get(1);
    if (report !== 'lines' || maxCount <= 1 || output?.kind !== 'file' || input?.kind !== 'file') return false;
    const { inode, device } = output.stat();
    return input.inode === inode && input.device === device;
  }

  #searchStream(name: string, reader: ByteReader, isMany: boolean): Promise<void> {
    return this.#searchChunks(name, chunksOf(reader), this.#createPrinter(name, isMany, undefined));
  }

  /** Searches bytes that are all there. */
  #searchBytes(name: string, bytes: Uint8Array, isMany: boolean): undefined | Promise<void> {
    const printer = this.#createPrinter(name, isMany, bytes.length);
    try {
      const result = this.#search.searchAtOnce(bytes, printer);
      if (!result) return this.#searchChunks(name, bytes, printer);
      return this.#finishFile(name, result, printer) ?? this.#run.output.drain();
    } catch (error) {
      if (!isBacktrackingLimit(error)) throw error;
      return this.#reportLimit(name);
    }
  }

  async #searchChunks(name: string, bytes: FileBytes, printer: LinePrinter): Promise<void> {
    try {
      await this.#finishFile(name, await this.#search.search(bytes, printer), printer);
    } catch (error) {
      if (!isBacktrackingLimit(error)) throw error;
      await this.#reportLimit(name);
    }
  }

  #finishFile(name: string, { count, hasHiddenLines }: FileResult, printer: LinePrinter): undefined | Promise<void> {
    const { report } = this.#settings;
    const isListed = report === 'files-without-match' ? count === 0 : count > 0;
    const printSummary = (): void => {
      if (report === 'count') printer.printSummary(count);
      if (report.startsWith('files-') && isListed) printer.printSummary();
    };
    this.#hasSelected ||= count > 0;
    if (hasHiddenLines) return this.#run.warn(`${name}: binary file matches`).then(printSummary);
    printSummary();
    return undefined;
  }

  #createPrinter(name: string, isMany: boolean, size: number | undefined): LinePrinter {
    const settings = this.#settings;
    return createLinePrinter({
      settings,
      pattern: this.#pattern,
      output: this.#run.output,
      fileName: (settings.withFilename ?? isMany) ? name : undefined,
      listName: name,
      numberWidth: settings.alignsByTab ? String(size ?? Number.MAX_SAFE_INTEGER * 1000).length : 0,
    });
  }

  #reportLimit(name: string): Promise<void> {
    this.#hasFailed = true;
    return this.#run.warn(`${name}: exceeded PCRE's backtracking limit`);
  }

  async #complain(message: string): Promise<void> {
    this.#hasFailed = true;
    if (this.#settings.reportsErrors) await this.#run.warn(message);
  }
}

/** Files up to this size are searched in one piece. */
const WHOLE_FILE_BYTES = 32 * 1024 * 1024;

async function* chunksOf(reader: ByteReader): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    const read = reader.read();
    const chunk = read instanceof Promise ? await read : read;
    if (chunk.length === 0) return;
    yield chunk;
  }
}
