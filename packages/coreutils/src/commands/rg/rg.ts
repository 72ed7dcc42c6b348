import { compilePatterns, isBacktrackingLimit, looksBinary, type Pattern } from '@cloche/search';
import { type BulkReader, decodeText, describeError, joinPath, type Program } from '@cloche/system';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import type { GrepSettings } from '../grep/grep-settings.ts';
import { createFileSearch } from '../grep/search-file.ts';
import { readKnownTypes } from './known-types.ts';
import { type ChosenFile, chooseFiles, type FileChoice, readFileChoice } from './rg-files.ts';
import { createRgPrinter, matchesIn, type RgPrintSettings } from './rg-printer.ts';
import { readLineSettings, readPrintSettings } from './rg-settings.ts';
import { RG_USAGE, type RgOption } from './rg-usage.ts';
import { searchWhole } from './rg-whole.ts';

type RgRun = CommandRun<RgOption>;

/** Searches trees as ripgrep does. */
export const rg: Program = defineCommand(RG_USAGE, async (run) => {
  if (run.arguments.has('typeList')) {
    const types = readKnownTypes(run.arguments);
    if (typeof types === 'string') return failWith(run, types);
    for (const [type, globs] of types) run.output.putText(`${type}: ${globs.join(', ')}\n`);
    return 0;
  }
  const choice = readFileChoice(run.arguments);
  if (typeof choice === 'string') return failWith(run, choice);
  if (run.arguments.has('files')) return listFiles(run, choice, run.arguments.operands);
  const patterns = await readPatterns(run);
  if (!patterns) return 2;
  const compiled = compile(run, patterns.texts);
  if (typeof compiled === 'string') return failWith(run, compiled);
  const settings = readLineSettings(run.arguments);
  if (typeof settings === 'string') return failWith(run, settings);
  return new RgSearch(run, settings, compiled, choice).searchAll(patterns.operands);
});

async function failWith(run: RgRun, message: string): Promise<number> {
  await run.fail(message, 2);
  return 2;
}

async function readPatterns(run: RgRun): Promise<{ texts: string[]; operands: readonly string[] } | undefined> {
  const texts: string[] = [];
  for (const { name, value } of run.arguments.given) {
    if (name === 'regexp') texts.push(value);
    if (name !== 'patternFile') continue;
    await run.eachInput(
      async ({ reader }) => {
        const text = decodeText(await readAll(reader));
        if (text !== '') texts.push(...text.replace(/\n$/, '').split('\n'));
      },
      { operands: [value], status: 2 },
    );
    if (run.status > 0) return undefined;
  }
  const { operands } = run.arguments;
  if (run.arguments.has('regexp') || run.arguments.has('patternFile')) return { texts, operands };
  const [first, ...rest] = operands;
  if (first !== undefined) return { texts: [first], operands: rest };
  await run.fail('ripgrep requires at least one pattern to execute a search', 2);
  return undefined;
}

function compile(run: RgRun, texts: readonly string[]): Pattern | string {
  const { arguments: given } = run;
  const choice = given.last('ignoreCase', 'smartCase', 'caseSensitive');
  const hasUpperCase = texts.some((text) => /\p{Lu}/u.test(text.replaceAll(/\\./g, '')));
  const ignoreCase = choice === 'ignoreCase' || (choice === 'smartCase' && !hasUpperCase);
  const modes = given.has('multiline') ? `(?m${given.has('multilineDotall') ? 's' : ''})` : '';
  if (modes === '' && !given.has('fixed') && texts.some((text) => /(?<!\\)(?:\\\\)*\\n|\n/.test(text))) {
    return `the literal '"\\n"' is not allowed in a regex\n\nConsider enabling multiline mode with the --multiline flag (or -U for short).\nWhen multiline mode is enabled, new line characters can be matched.`;
  }
  const joined = given.has('fixed')
    ? texts
    : [modes + texts.map((text) => (texts.length > 1 ? `(?:${text})` : text)).join('|')];
  const bound = given.last('wordRegexp', 'lineRegexp');
  const result = compilePatterns(joined, given.has('fixed') ? 'fixed' : 'pcre', {
    ignoreCase,
    wholeWord: bound === 'wordRegexp',
    wholeLine: bound === 'lineRegexp',
  });
  if (result.kind === 'invalid') return `regex parse error:\n    ${texts.join('\n    ')}\nerror: ${result.message}`;
  return result.pattern;
}

/** Without a path, what standard input holds is searched if there is any, else the current directory. */
function rootsOf({ context: { descriptors } }: RgRun, operands: readonly string[]): readonly string[] {
  if (operands.length > 0) return operands;
  const kind = descriptors.get(0)?.kind;
  return kind === 'pipe' || kind === 'file' ? ['-'] : [''];
}

async function listFiles(run: RgRun, choice: FileChoice, operands: readonly string[]): Promise<number> {
  const faults: string[] = [];
  const end = run.arguments.has('nul') ? '\0' : '\n';
  let count = 0;
  for (const root of operands.length > 0 ? operands : ['']) {
    const hear = (path: string, error: unknown): void => void faults.push(`${path}: ${describeError(error)}`);
    for (const { name } of chooseFiles(run.context, root, choice, hear)) {
      count++;
      run.output.putText(name + end);
      const wait = run.output.drain() ?? run.context.yieldIfDue();
      if (wait) await wait;
    }
  }
  for (const fault of faults) await run.fail(fault, 2);
  return run.status || (count > 0 ? 0 : 1);
}

/** One call of rg over all its files. */
class RgSearch {
  readonly #run: RgRun;
  readonly #settings: GrepSettings;
  readonly #pattern: Pattern;
  readonly #choice: FileChoice;
  readonly #search: ReturnType<typeof createFileSearch>;
  readonly #reader: BulkReader;
  #hasSelected = false;
  #hasPrinted = false;

  constructor(run: RgRun, settings: GrepSettings, pattern: Pattern, choice: FileChoice) {
    this.#run = run;
    this.#settings = settings;
    this.#pattern = pattern;
    this.#choice = choice;
    this.#search = createFileSearch(settings, pattern, run);
    this.#reader = run.context.files.createBulkReader?.() ?? run.context.files;
  }

  async searchAll(operands: readonly string[]): Promise<number> {
    const { context } = this.#run;
    const roots = rootsOf(this.#run, operands);
    const isMany = roots.length > 1 || roots.some((root) => this.#isDirectory(root));
    for (const root of roots) {
      if (root === '-') {
        await this.#searchBytes('<stdin>', await readAll(context.stdin), isMany, true);
        continue;
      }
      const faults: string[] = [];
      const hear = (path: string, error: unknown): void => void faults.push(`${path}: ${describeError(error)}`);
      for (const file of chooseFiles(context, root, this.#choice, hear)) {
        const turn = context.yieldIfDue();
        if (turn) await turn;
        context.signal.throwIfAborted();
        const work = this.#searchFile(file, isMany, file.name === root);
        if (work) await work;
        if (this.#settings.report === 'nothing' && this.#hasSelected) return 0;
      }
      for (const fault of faults) await this.#complain(fault);
    }
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
      const bytes = (isPlain ? this.#reader : this.#run.context.files).readFile(fullPath);
      if (isPlain && this.#settings.report === 'lines' && !this.#search.maySelect(bytes)) return undefined;
      return this.#searchBytes(name, bytes, isMany, isNamed);
    } catch (error) {
      if (!isInputFault(error)) throw error;
      return this.#complain(`${name}: ${describeError(error)}`);
    }
  }

  /** A binary file that was met on the way is passed over; of one that was named it is said that it matches. */
  async #searchBytes(name: string, bytes: Uint8Array, isMany: boolean, isNamed: boolean): Promise<void> {
    const { arguments: given, output } = this.#run;
    const isBinary = this.#settings.binaryFiles !== 'text' && looksBinary(bytes);
    if (isBinary && !isNamed) return;
    const settings = readPrintSettings(given, { isMany, isTerminal: output.isTerminal });
    const printer = createRgPrinter(name, this.#pattern, output, settings, () => {
      if (this.#hasPrinted && settings.hasHeading) output.putText('\n');
      this.#hasPrinted = true;
    });
    try {
      if (!isBinary && given.last('multiline', 'passthru') !== undefined) {
        this.#searchWhole(name, bytes, settings);
        await output.drain();
        return;
      }
      const { count, hasHiddenLines } =
        this.#search.searchAtOnce(bytes, printer) ?? (await this.#search.search(bytes, printer));
      const { report } = this.#settings;
      const isListed = report === 'files-without-match' ? count === 0 : count > 0;
      this.#hasSelected ||= report === 'files-without-match' ? isListed : count > 0;
      if (hasHiddenLines)
        output.putText(
          `${settings.showsFileName ? `${name}: ` : ''}binary file matches (found "\\0" byte around offset ${bytes.indexOf(0)})\n`,
        );
      if (report === 'count' && (count > 0 || given.has('includeZero')))
        printer.printSummary(given.has('countMatches') ? this.#countMatches(bytes) : count);
      if (report.startsWith('files-') && isListed) printer.printSummary();
      await output.drain();
    } catch (error) {
      if (!isBacktrackingLimit(error)) throw error;
      await this.#complain(`${name}: the pattern exceeded its backtracking limit`);
    }
  }

  #searchWhole(name: string, bytes: Uint8Array, settings: RgPrintSettings): void {
    const { arguments: given, output } = this.#run;
    const { report, isInverted, before, after, hasContext, maxCount } = this.#settings;
    const passesThrough = given.last('passthru', 'after', 'before', 'context') === 'passthru';
    const spansLines = given.has('multiline');
    const found = searchWhole(bytes, this.#pattern, {
      spansLines,
      joinsLines: spansLines && settings.replacement !== undefined && !settings.onlyMatching,
      isInverted,
      passesThrough,
      before,
      after,
      hasContext,
      maxCount,
    });
    const begin = (): void => {
      if (this.#hasPrinted && settings.hasHeading) output.putText('\n');
      this.#hasPrinted = true;
    };
    const printer = createRgPrinter(name, this.#pattern, output, settings, begin, found.spans);
    const count = given.has('countMatches') || found.goesOverLines ? found.matches : found.selectedLines;
    const isListed = report === 'files-without-match' ? count === 0 : count > 0;
    this.#hasSelected ||= isListed;
    if (report === 'lines') for (const line of found.lines) printer.print(line);
    if (report === 'count' && (count > 0 || given.has('includeZero'))) printer.printSummary(count);
    if (report.startsWith('files-') && isListed) printer.printSummary();
  }

  #countMatches(bytes: Uint8Array): number {
    const lines = decodeText(bytes).split('\n');
    return lines.reduce((count, line) => count + matchesIn(this.#pattern, line).length, 0);
  }

  async #complain(message: string): Promise<void> {
    this.#run.status = 2;
    if (!this.#run.arguments.has('noMessages')) await this.#run.warn(message);
  }
}
