import { type WalkEntry, walkTree } from '@cloche/search';
import { describeError, encodeText, type FileStat, type Program, type ProgramContext } from '@cloche/system';
import { createArguments } from '../../arguments/parse-options.ts';
import { quote } from '../../arguments/quote.ts';
import { CommandRun } from '../../command/command-run.ts';
import { versionText } from '../../command/version-text.ts';
import { evaluate, type FindState, type FoundFile, WrongExpression } from './expression.ts';
import { FIND_HELP } from './find-help.ts';
import { type ParsedExpression, parseExpression } from './parse-expression.ts';

/** Searches directory trees for files that an expression holds for. */
export const find: Program = async (context) => {
  const words = context.argv.slice(1);
  if (asksFor('help', words)) {
    await context.stdout.write(encodeText(FIND_HELP));
    return 0;
  }
  if (asksFor('version', words)) {
    await context.stdout.write(encodeText(versionText('find')));
    return 0;
  }
  const run = new CommandRun<never>(context, 'find', createArguments<never>([], []));
  const { links, roots, expression } = splitWords(words);
  try {
    const parsed = parseExpression(expression, { context, run });
    await new Search(run, parsed, links).searchAll(roots.length > 0 ? roots : ['.']);
  } catch (error) {
    if (!(error instanceof WrongExpression)) throw error;
    await run.fail(error.message);
  }
  await run.output.flush();
  return run.status;
};

type LinkOption = 'never' | 'root' | 'always';

const LINK_OPTIONS: ReadonlyMap<string, LinkOption> = new Map([
  ['-P', 'never'],
  ['-H', 'root'],
  ['-L', 'always'],
]);

function splitWords(words: readonly string[]): { links: LinkOption; roots: string[]; expression: string[] } {
  let links: LinkOption = 'never';
  let index = 0;
  for (; index < words.length; index++) {
    const word = words[index] ?? '';
    const option = LINK_OPTIONS.get(word);
    if (option) links = option;
    else if (word === '-D') index++;
    else if (!/^-O\d$/.test(word)) break;
  }
  if (words[index] === '--') index++;
  const start = words.findIndex((word, at) => at >= index && (word.startsWith('-') || ['(', '!', ','].includes(word)));
  const end = start < 0 ? words.length : start;
  return { links, roots: words.slice(index, end), expression: words.slice(end) };
}

class Search {
  readonly #run: CommandRun<never>;
  readonly #context: ProgramContext;
  readonly #parsed: ParsedExpression;
  readonly #links: LinkOption;
  readonly #state: FindState;

  constructor(run: CommandRun<never>, parsed: ParsedExpression, links: LinkOption) {
    this.#run = run;
    this.#context = run.context;
    this.#parsed = parsed;
    this.#links = parsed.options.followsLinks ? 'always' : links;
    this.#state = {
      run,
      context: run.context,
      nowMs: run.context.clock.now(),
      followsLinks: this.#links === 'always',
      isPruned: false,
      hasQuit: false,
      atEnd: [],
    };
  }

  async searchAll(roots: readonly string[]): Promise<void> {
    for (const root of roots) {
      if (this.#state.hasQuit) break;
      await this.#search(root);
    }
    for (const finish of this.#state.atEnd) await finish();
  }

  async #search(root: string): Promise<void> {
    const { options } = this.#parsed;
    const faults: string[] = [];
    const walk = walkTree(this.#context.files, root, {
      cwd: this.#context.cwd,
      followLinks: this.#links,
      maxDepth: options.maxDepth,
      contentsFirst: options.contentsFirst,
      enters: (entry) => !this.#state.isPruned && this.#isOnDevice(entry, root),
      onError: (path, error) => faults.push(`${quote(path)}: ${describeError(error)}`),
    });
    for (;;) {
      this.#state.isPruned = this.#state.isPruned && !options.contentsFirst;
      const { value: entry, done } = walk.next();
      for (const fault of faults.splice(0)) await this.#run.fail(fault);
      if (done || !entry) return;
      await this.#visit(entry, root);
      if (this.#state.hasQuit) return;
      const turn = this.#context.yieldIfDue();
      if (turn) await turn;
      this.#context.signal.throwIfAborted();
    }
  }

  async #visit(entry: WalkEntry, root: string): Promise<void> {
    this.#state.isPruned = false;
    if (entry.isLoop) {
      return this.#run.fail(
        `File system loop detected; ${quote(entry.path)} is part of the same file system loop as a directory above it.`,
      );
    }
    if (entry.depth < this.#parsed.options.minDepth) return;
    try {
      await evaluate(this.#parsed.expression, this.#fileOf(entry, root), this.#state);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.#run.fail(`${quote(entry.path)}: ${describeError(error)}`);
    }
  }

  #fileOf(entry: WalkEntry, root: string): FoundFile {
    let known: FileStat | undefined;
    const follows = this.#links === 'always' || (this.#links === 'root' && entry.depth === 0);
    return {
      entry,
      root,
      stat: () => {
        known ??=
          follows && entry.kind !== 'symlink'
            ? this.#context.files.stat(entry.fullPath)
            : this.#context.files.lstat(entry.fullPath);
        return known;
      },
    };
  }

  #isOnDevice(entry: WalkEntry, root: string): boolean {
    if (!this.#parsed.options.staysOnDevice || entry.depth === 0) return true;
    const { files, cwd } = this.#context;
    const rootPath = root.startsWith('/') ? root : `${cwd}/${root}`;
    return files.lstat(entry.fullPath).device === files.stat(rootPath).device;
  }
}

/** A file may go away between being met and being looked at. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES');
}

/** Tests whose word is a name that may look like anything. */
const TAKES_NAME = /^-(?:i?name|i?path|i?wholename|i?regex|i?lname)$/;

function asksFor(option: string, words: readonly string[]): boolean {
  return words.some(
    (word, index) => (word === `--${option}` || word === `-${option}`) && !TAKES_NAME.test(words[index - 1] ?? ''),
  );
}
