import { isBacktrackingLimit, looksBinary, type Pattern } from '@cloche/search';
import { type BulkReader, describeError, joinPath } from '@cloche/system';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { readAll } from '../../command/read-lines.ts';
import type { GrepSettings } from '../grep/grep-settings.ts';
import type { LinePrinter } from '../grep/line-printer.ts';
import { createFileSearch, type FileSearch } from '../grep/search-file.ts';
import type { Paint } from './rg-colors.ts';
import type { Recode } from './rg-encoding.ts';
import { type ChosenFile, chooseFiles, type FileChoice } from './rg-files.ts';
import { createJsonPrinter, type JsonPrinter, summaryOf } from './rg-json.ts';
import { createRgPrinter, type RgPrintSettings } from './rg-printer.ts';
import { readPrintSettings } from './rg-settings.ts';
import { addTally, createCountingPrinter, createTally, describeTally, type Tally } from './rg-tally.ts';
import type { RgOption } from './rg-usage.ts';
import { searchWhole, type WholeResult } from './rg-whole.ts';

/** What a call of rg searches for, where and how. */
export interface RgRequest {
  readonly settings: GrepSettings;
  readonly pattern: Pattern;
  readonly choice: FileChoice;
  readonly recode: Recode;
  readonly paint: Paint | undefined;
}

/** A file at hand. */
interface SearchedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isBinary: boolean;
  readonly printing: RgPrintSettings;
  readonly tally: Tally;
}

const NOTHING_SEARCHED =
  "No files were searched, which means ripgrep probably applied a filter you didn't expect.\n" +
  'Running with --no-ignore or --hidden searches more files.';

/** One call of rg over all its files. */
export class RgSearch {
  readonly #run: CommandRun<RgOption>;
  readonly #request: RgRequest;
  readonly #settings: GrepSettings;
  readonly #search: FileSearch;
  /** For files without NUL bytes: all their lines are text, whatever their bytes. */
  readonly #textSearch: FileSearch;
  readonly #reader: BulkReader;
  readonly #total = createTally();
  readonly #printsJson: boolean;
  /** Every line of every file counts, whatever is printed. */
  readonly #countsAll: boolean;
  /** Lines are looked at though they are not printed. */
  readonly #seesLines: boolean;
  #hasSelected = false;
  #hasPrinted = false;

  constructor(run: CommandRun<RgOption>, request: RgRequest) {
    const { settings, pattern } = request;
    this.#run = run;
    this.#request = request;
    this.#settings = settings;
    this.#printsJson = run.arguments.has('json');
    this.#countsAll = this.#printsJson || run.arguments.has('stats');
    this.#seesLines = this.#countsAll || run.arguments.has('countMatches');
    const searched: GrepSettings =
      this.#seesLines && settings.report !== 'lines'
        ? { ...settings, report: 'lines', before: 0, after: 0, hasContext: false }
        : settings;
    this.#search = createFileSearch(searched, pattern, run);
    this.#textSearch = createFileSearch({ ...searched, binaryFiles: 'text' }, pattern, run);
    this.#reader = run.context.files.createBulkReader?.() ?? run.context.files;
  }

  async searchAll(operands: readonly string[]): Promise<number> {
    const { context, arguments: given, output } = this.#run;
    const start = context.clock.monotonic();
    const roots = rootsOf(this.#run, operands);
    const isMany = roots.length > 1 || roots.some((root) => this.#isDirectory(root));
    let fileCount = 0;
    for (const root of roots) {
      if (root === '-') {
        fileCount++;
        await this.#searchBytes('<stdin>', this.#request.recode(await readAll(context.stdin)), isMany, true);
        continue;
      }
      const faults: string[] = [];
      const hear = (path: string, error: unknown): void => void faults.push(`${path}: ${describeError(error)}`);
      for (const file of chooseFiles(context, root, this.#request.choice, hear)) {
        fileCount++;
        const turn = context.yieldIfDue();
        if (turn) await turn;
        context.signal.throwIfAborted();
        const work = this.#searchFile(file, isMany, file.name === root);
        if (work) await work;
        if (this.#settings.report === 'nothing' && this.#hasSelected && !this.#countsAll) return 0;
      }
      for (const fault of faults) await this.#complain(fault);
    }
    if (fileCount === 0 && roots.includes('')) await this.#complain(NOTHING_SEARCHED);
    const elapsedMs = context.clock.monotonic() - start;
    if (this.#printsJson) output.putText(given.has('quiet') ? '' : summaryOf(this.#total, elapsedMs));
    else if (given.has('stats')) output.putText(describeTally(this.#total, elapsedMs));
    if (this.#run.status > 0) return this.#run.status;
    return this.#hasSelected ? 0 : 1;
  }

  #isDirectory(root: string): boolean {
    if (root === '') return true;
    if (root === '-') return false;
    try {
      const { files, cwd } = this.#run.context;
      return files.stat(joinPath(cwd, root)).kind === 'directory';
    } catch (error) {
      if (!isInputFault(error)) throw error;
      return false;
    }
  }

  /** Returns a promise only where there is something to wait for: most files of a tree have nothing. */
  #searchFile({ name, fullPath }: ChosenFile, isMany: boolean, isNamed: boolean): undefined | Promise<void> {
    const isPlain = !isNamed && !this.#run.arguments.has('follow');
    try {
      const bytes = this.#request.recode((isPlain ? this.#reader : this.#run.context.files).readFile(fullPath));
      const needsEach = this.#settings.report !== 'lines' || this.#countsAll;
      if (isPlain && !needsEach && !this.#search.maySelect(bytes)) return undefined;
      return this.#searchBytes(name, bytes, isMany, isNamed);
    } catch (error) {
      if (!isInputFault(error)) throw error;
      return this.#complain(`${name}: ${describeError(error)}`);
    }
  }

  /** A binary file that was met on the way is passed over; of one that was named it is said that it matches. */
  async #searchBytes(name: string, bytes: Uint8Array, isMany: boolean, isNamed: boolean): Promise<void> {
    const { arguments: given, output, context } = this.#run;
    const { binaryFiles, terminator } = this.#settings;
    const isBinary = binaryFiles !== 'text' && terminator !== 0 && looksBinary(bytes);
    if (isBinary && !isNamed) return;
    const printing = readPrintSettings(given, { isMany, isTerminal: output.isTerminal, paint: this.#request.paint });
    const tally = createTally();
    const file: SearchedFile = { name, bytes, isBinary, printing, tally };
    const start = context.clock.monotonic();
    let json: JsonPrinter | undefined;
    try {
      const isWhole = !isBinary && given.last('multiline', 'passthru', 'crlf') !== undefined;
      json = await (isWhole ? this.#searchWhole(file) : this.#searchLines(file));
    } catch (error) {
      if (!isBacktrackingLimit(error)) throw error;
      await this.#complain(`${name}: the pattern exceeded its backtracking limit`);
    }
    tally.elapsedMs = context.clock.monotonic() - start;
    tally.searches = 1;
    tally.searchesWithMatch = tally.matchedLines > 0 ? 1 : 0;
    const nulAt = isBinary ? bytes.indexOf(0) : -1;
    tally.bytesSearched = nulAt < 0 ? bytes.length : nulAt;
    // Messages tell of no file without a match, not even in their last.
    if (!this.#printsJson || tally.matchedLines > 0) addTally(this.#total, tally);
    json?.finish(tally, nulAt < 0 ? undefined : nulAt);
    await output.drain();
  }

  async #searchLines(file: SearchedFile): Promise<JsonPrinter | undefined> {
    const { name, bytes, isBinary, printing, tally } = file;
    const { output } = this.#run;
    const { report, isInverted } = this.#settings;
    const { pattern } = this.#request;
    const before = output.putBytes;
    const json = this.#createJsonPrinter(file);
    const printer = json ?? this.#createPrinter(file);
    const countsMatches = this.#run.arguments.has('countMatches') && !isInverted;
    const listening = this.#seesLines
      ? createCountingPrinter(tally, { pattern, isInverted }, report === 'lines' ? printer : undefined)
      : printer;
    const search = isBinary && !json ? this.#search : this.#textSearch;
    const { count, hasHiddenLines } = search.searchAtOnce(bytes, listening) ?? (await search.search(bytes, listening));
    if (hasHiddenLines) {
      const nulAt = bytes.indexOf(0);
      const named = printing.showsFileName ? `${name}: ` : '';
      if (report === 'lines') output.putText(`${named}binary file matches (found "\\0" byte around offset ${nulAt})\n`);
      if (this.#countsAll) [tally.matchedLines, tally.matches] = [1, 1];
    }
    if (report === 'lines') tally.bytesPrinted = output.putBytes - before;
    this.#summarize(printer, countsMatches ? tally.matches : count);
    return json;
  }

  async #searchWhole(file: SearchedFile): Promise<JsonPrinter | undefined> {
    const { bytes, printing, tally } = file;
    const { arguments: given, output, context } = this.#run;
    const { report, isInverted, before, after, hasContext, maxCount, terminator } = this.#settings;
    const spansLines = given.has('multiline');
    const found = await searchWhole(bytes, this.#request.pattern, {
      spansLines,
      joinsLines: spansLines && (this.#printsJson || (printing.replacement !== undefined && !printing.onlyMatching)),
      isInverted,
      passesThrough: given.last('passthru', 'after', 'before', 'context') === 'passthru',
      before,
      after,
      hasContext,
      maxCount,
      terminator: terminator === 0 ? '\0' : '\n',
      endsWithReturn: !spansLines && printing.lineEnd === '\r\n',
      pause: () => {
        context.signal.throwIfAborted();
        return context.yieldIfDue();
      },
    });
    tally.matchedLines = found.selectedLines;
    tally.matches = isInverted ? 0 : found.matches;
    const json = this.#createJsonPrinter(file, found);
    const printer = json ?? this.#createPrinter(file, found);
    const start = output.putBytes;
    if (report === 'lines') {
      for (const line of found.lines) {
        printer.print(line);
        const wait = output.drain() ?? context.yieldIfDue();
        if (wait) await wait;
      }
      tally.bytesPrinted = output.putBytes - start;
    }
    const countsMatches = given.has('countMatches') || found.goesOverLines;
    this.#summarize(printer, countsMatches ? found.matches : found.selectedLines);
    return json;
  }

  #createPrinter({ name, bytes, printing }: SearchedFile, found?: WholeResult): LinePrinter {
    const { output } = this.#run;
    const begin = (): void => {
      if (this.#hasPrinted && printing.hasHeading) output.putText(printing.lineEnd);
      this.#hasPrinted = true;
    };
    const target = { name, byteCount: bytes.length, begin, spans: found?.spans };
    return createRgPrinter(target, this.#request.pattern, output, printing);
  }

  #createJsonPrinter({ name, bytes }: SearchedFile, found?: WholeResult): JsonPrinter | undefined {
    if (!this.#printsJson) return undefined;
    const { isInverted, terminator } = this.#settings;
    const showsLineNumber = this.#run.arguments.last('lineNumber', 'noLineNumber') !== 'noLineNumber';
    const target = { name, bytes, terminator: terminator === 0 ? '\0' : '\n', isInverted, showsLineNumber };
    return createJsonPrinter({ ...target, spans: found?.spans }, this.#request.pattern, this.#run.output);
  }

  /** Notes whether a file is selected and prints what is printed once a file. */
  #summarize(printer: LinePrinter, count: number): void {
    const { report } = this.#settings;
    const isListed = report === 'files-without-match' ? count === 0 : count > 0;
    this.#hasSelected ||= isListed;
    if (report === 'count' && (count > 0 || this.#run.arguments.has('includeZero'))) printer.printSummary(count);
    if (report.startsWith('files-') && isListed) printer.printSummary();
  }

  async #complain(message: string): Promise<void> {
    this.#run.status = 2;
    if (!this.#run.arguments.has('noMessages')) await this.#run.warn(message);
  }
}

/** Without a path, what standard input holds is searched if there is any, else the current directory. */
function rootsOf({ context: { descriptors } }: CommandRun<RgOption>, operands: readonly string[]): readonly string[] {
  if (operands.length > 0) return operands;
  const kind = descriptors.get(0)?.kind;
  return kind === 'pipe' || kind === 'file' ? ['-'] : [''];
}
