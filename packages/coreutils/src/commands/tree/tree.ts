import { compareCodePoints, compileGlob, type Glob } from '@cloche/search';
import { type DirectoryEntry, describeError, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { describeSize } from '../../names/describe-size.ts';

type TreeOption =
  | 'all'
  | 'directories'
  | 'fullPath'
  | 'level'
  | 'ignore'
  | 'pattern'
  | 'noReport'
  | 'sizes'
  | 'human'
  | 'noIndent'
  | 'classify'
  | 'directoriesFirst'
  | 'noColor'
  | 'charset'
  | 'prune';
type TreeRun = CommandRun<TreeOption>;

const USAGE: CommandUsage<TreeOption> = {
  name: 'tree',
  synopsis: ['[OPTION]... [DIRECTORY]...'],
  summary: 'List what is in directories, as a tree.',
  options: {
    all: { short: 'a', help: 'list hidden files too' },
    directories: { short: 'd', help: 'list directories only' },
    fullPath: { short: 'f', help: 'print the full path prefix of each file' },
    level: { short: 'L', value: 'LEVEL', help: 'descend only LEVEL directories deep' },
    ignore: { short: 'I', value: 'PATTERN', help: 'leave out what matches PATTERN (a|b for several)' },
    pattern: { short: 'P', value: 'PATTERN', help: 'list only files that match PATTERN' },
    noReport: { long: 'noreport', help: 'leave out the report at the end' },
    sizes: { short: 's', help: 'print sizes in bytes' },
    human: { short: 'h', help: 'print sizes in a human readable form' },
    noIndent: { short: 'i', help: 'do not print indentation lines' },
    classify: { short: 'F', help: "append '/' to directories, '*' to programs and '@' to links" },
    directoriesFirst: { long: 'dirsfirst', help: 'list directories before files' },
    noColor: { short: 'n', help: 'no colours (there are none)' },
    charset: { long: 'charset', value: 'CHARSET', help: 'ascii or utf-8' },
    prune: { long: 'prune', help: 'leave out empty directories' },
  },
};

/** What the lines of a tree are drawn with. */
interface Branches {
  readonly middle: string;
  readonly last: string;
  readonly beside: string;
  readonly blank: string;
}

const UTF8_BRANCHES: Branches = {
  middle: '├── ',
  last: '└── ',
  beside: '│\u00a0\u00a0 ',
  blank: '    ',
};
const ASCII_BRANCHES: Branches = { middle: '|-- ', last: '`-- ', beside: '|   ', blank: '    ' };
const NO_BRANCHES: Branches = { middle: '', last: '', beside: '', blank: '' };

/** Shows trees of directories. */
export const tree: Program = defineCommand(USAGE, async (run) => {
  const level = run.arguments.value('level');
  if (level !== undefined && !/^[1-9]\d*$/.test(level)) {
    await run.fail('Invalid level, must be greater than 0.');
    return 1;
  }
  const drawing = new TreeDrawing(run);
  for (const root of run.arguments.operands.length > 0 ? run.arguments.operands : ['.']) await drawing.drawRoot(root);
  if (!run.arguments.has('noReport')) run.output.putText(drawing.report());
  return run.status;
});

class TreeDrawing {
  readonly #run: TreeRun;
  readonly #branches: Branches;
  readonly #ignored: readonly Glob[];
  readonly #wanted: readonly Glob[];
  readonly #maxDepth: number;
  #directories = 0;
  #files = 0;

  constructor(run: TreeRun) {
    const { arguments: given } = run;
    this.#run = run;
    const drawn = given.value('charset')?.toLowerCase() === 'ascii' ? ASCII_BRANCHES : UTF8_BRANCHES;
    this.#branches = given.has('noIndent') ? NO_BRANCHES : drawn;
    this.#ignored = globsOf(given.values('ignore'));
    this.#wanted = globsOf(given.values('pattern'));
    this.#maxDepth = Number(given.value('level') ?? Number.POSITIVE_INFINITY);
  }

  async drawRoot(root: string): Promise<void> {
    const { files, cwd } = this.#run.context;
    try {
      if (files.stat(joinPath(cwd, root)).kind !== 'directory') throw new NotADirectory();
      this.#run.output.putText(`${root}\n`);
      this.#directories++;
      await this.#drawInside(root, 1, '');
    } catch (error) {
      if (!(error instanceof NotADirectory) && !isInputFault(error)) throw error;
      this.#run.output.putText(`${root}  [error opening dir]\n`);
      this.#run.status = 2;
    }
  }

  report(): string {
    const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
    const directories = plural(this.#directories, 'directory', 'directories');
    return `\n${directories}${this.#run.arguments.has('directories') ? '' : `, ${plural(this.#files, 'file', 'files')}`}\n`;
  }

  async #drawInside(path: string, depth: number, indent: string): Promise<void> {
    const { context, output } = this.#run;
    let entries: DirectoryEntry[];
    try {
      entries = this.#entriesOf(path, depth);
    } catch (error) {
      if (!isInputFault(error)) throw error;
      return this.#run.fail(`${path}: ${describeError(error)}`);
    }
    for (const [index, entry] of entries.entries()) {
      const isLast = index === entries.length - 1;
      const below = path.endsWith('/') ? path + entry.name : `${path}/${entry.name}`;
      output.putText(`${indent}${isLast ? this.#branches.last : this.#branches.middle}${this.#label(entry, below)}\n`);
      const wait = output.drain() ?? context.yieldIfDue();
      if (wait) await wait;
      if (entry.kind === 'directory') {
        this.#directories++;
        if (depth < this.#maxDepth) {
          await this.#drawInside(below, depth + 1, indent + (isLast ? this.#branches.blank : this.#branches.beside));
        }
      } else this.#files++;
    }
  }

  #entriesOf(path: string, depth: number): DirectoryEntry[] {
    const { arguments: given, context } = this.#run;
    const entries = context.files
      .readDirectory(joinPath(context.cwd, path))
      .filter((entry) => this.#isShown(entry, path, depth))
      .sort((left, right) => compareCodePoints(left.name, right.name));
    if (!given.has('directoriesFirst')) return entries;
    return [
      ...entries.filter(({ kind }) => kind === 'directory'),
      ...entries.filter(({ kind }) => kind !== 'directory'),
    ];
  }

  #isShown({ name, kind }: DirectoryEntry, path: string, depth: number): boolean {
    const { arguments: given } = this.#run;
    if (name.startsWith('.') && !given.has('all')) return false;
    if (this.#ignored.some((glob) => glob.matches(name))) return false;
    if (kind !== 'directory') {
      return (
        !given.has('directories') && (this.#wanted.length === 0 || this.#wanted.some((glob) => glob.matches(name)))
      );
    }
    return !given.has('prune') || depth >= this.#maxDepth || this.#entriesOf(`${path}/${name}`, depth + 1).length > 0;
  }

  #label({ name, kind }: DirectoryEntry, path: string): string {
    const { arguments: given, context } = this.#run;
    const facts = context.files.lstat(joinPath(context.cwd, path));
    const size = given.has('human') ? describeSize(facts.size).padStart(4) : String(facts.size).padStart(11);
    const prefix = given.has('sizes') || given.has('human') ? `[${size}]  ` : '';
    const target = kind === 'symlink' ? ` -> ${context.files.readLink(joinPath(context.cwd, path))}` : '';
    const isProgram = kind === 'file' && (facts.mode & 0o111) !== 0;
    const mark = kind === 'directory' ? '/' : isProgram ? '*' : kind === 'symlink' ? '@' : '';
    return `${prefix}${given.has('fullPath') ? path : name}${given.has('classify') ? mark : ''}${target}`;
  }
}

class NotADirectory extends Error {
  override readonly name = 'NotADirectory';
}

function globsOf(written: readonly string[]): Glob[] {
  return written
    .flatMap((patterns) => patterns.split('|'))
    .map((pattern) => compileGlob(pattern, { slashIsOrdinary: true }));
}
