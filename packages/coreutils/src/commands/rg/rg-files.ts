import {
  compileGlob,
  createIgnoreFiles,
  type Glob,
  type IgnoreRules,
  parseIgnoreRules,
  type WalkEntry,
  walkTree,
} from '@cloche/search';
import { decodeText, describeError, joinPath, normalizePath, type ProgramContext } from '@cloche/system';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { isInputFault } from '../../command/command-run.ts';
import { type FileOrder, inOrder, readFileOrder } from './file-order.ts';
import { type KnownTypes, readKnownTypes } from './known-types.ts';
import type { RgOption } from './rg-usage.ts';

/** Which files are searched. */
export interface FileChoice {
  readonly showsHidden: boolean;
  readonly usesIgnoreFiles: boolean;
  readonly usesGitIgnore: boolean;
  /** Those of `--ignore-file`, relative to the working directory. */
  readonly ownRules: readonly IgnoreRules[];
  /** What is wrong with files of rules; the search goes on without them. */
  readonly faults: readonly string[];
  readonly needsRepository: boolean;
  readonly followsLinks: boolean;
  readonly maxDepth: number;
  readonly globs: readonly GlobRule[];
  readonly types: readonly Glob[];
  readonly excludedTypes: readonly Glob[];
  /** Larger files that are met on the way are passed over. */
  readonly maxFileBytes: number;
  readonly order: FileOrder;
  /** Stands for slashes in the names that are shown. */
  readonly pathSeparator: string;
}

interface GlobRule {
  readonly glob: Glob;
  readonly isExcluding: boolean;
  readonly isForWholePath: boolean;
}

/** Returns which files the options ask for, or what is wrong with them. */
export function readFileChoice(given: ParsedArguments<RgOption>, context: ProgramContext): FileChoice | string {
  const depth = given.value('maxDepth');
  if (depth !== undefined && !/^\d+$/.test(depth))
    return `error parsing flag -d: value is not a valid number: ${depth}`;
  const size = given.value('maxFileSize');
  const maxFileBytes = size === undefined ? Number.POSITIVE_INFINITY : readSize(size);
  if (maxFileBytes === undefined)
    return `invalid format for size '${size}', which should be a sequence of digits followed by an optional 'K', 'M' or 'G' suffix`;
  const known = readKnownTypes(given);
  if (typeof known === 'string') return known;
  const order = readFileOrder(given);
  if (typeof order === 'string') return order;
  const unknown = [...given.values('type'), ...given.values('typeNot')].find((type) => !known.has(type));
  if (unknown !== undefined) return `unrecognized file type: ${unknown}`;
  const freedom = given.values('unrestricted').length;
  const own = given.has('noIgnoreFiles') ? { ownRules: [], faults: [] } : readOwnRules(given, context);
  const isSilent = given.has('noMessages') || given.has('noIgnoreMessages');
  return {
    ownRules: own.ownRules,
    faults: isSilent ? [] : own.faults,
    showsHidden: given.has('hidden') || freedom >= 2,
    usesIgnoreFiles: !given.has('noIgnore') && freedom === 0,
    usesGitIgnore: !given.has('noIgnoreVcs'),
    needsRepository: !given.has('noRequireGit'),
    followsLinks: given.has('follow'),
    maxDepth: Number(depth ?? Number.POSITIVE_INFINITY),
    globs: given.given.flatMap(({ name, value }) =>
      name === 'glob' || name === 'iglob' ? [readGlob(value, name === 'iglob' || given.has('globsIgnoreCase'))] : [],
    ),
    types: globsOf(known, given.values('type')),
    excludedTypes: globsOf(known, given.values('typeNot')),
    maxFileBytes,
    order,
    pathSeparator: given.value('pathSeparator') ?? '/',
  };
}

function readOwnRules(
  given: ParsedArguments<RgOption>,
  { files, cwd }: ProgramContext,
): Pick<FileChoice, 'ownRules' | 'faults'> {
  const ownRules: IgnoreRules[] = [];
  const faults: string[] = [];
  for (const name of given.values('ignoreFile')) {
    try {
      ownRules.push(parseIgnoreRules(decodeText(files.readFile(joinPath(cwd, name)))));
    } catch (error) {
      if (!isInputFault(error)) throw error;
      faults.push(`${name}: ${describeError(error)}`);
    }
  }
  return { ownRules, faults };
}

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1024, M: 1_048_576, G: 1_073_741_824 };

function readSize(written: string): number | undefined {
  const [, digits, unit = ''] = /^(\d+)([KMG]?)$/.exec(written) ?? [];
  return digits === undefined ? undefined : Number(digits) * (UNITS[unit] ?? 1);
}

function globsOf(known: KnownTypes, types: readonly string[]): Glob[] {
  return types.flatMap((type) => known.get(type) ?? []).map((glob) => compileGlob(glob));
}

function readGlob(written: string, ignoreCase: boolean): GlobRule {
  const isExcluding = written.startsWith('!');
  const bare = (isExcluding ? written.slice(1) : written).replace(/\/$/, '');
  return {
    glob: compileGlob(bare.replace(/^\//, ''), { globstar: true, braces: true, ignoreCase }),
    isExcluding,
    isForWholePath: bare.includes('/'),
  };
}

/** A file to search, by the name that is shown. */
export interface ChosenFile {
  readonly name: string;
  readonly fullPath: string;
}

/** Returns the files below a path, in the order that is asked for; a path that is a file is always taken. */
export function chooseFiles(
  context: ProgramContext,
  root: string,
  choice: FileChoice,
  onError: (path: string, error: unknown) => void,
): Iterable<ChosenFile> {
  return inOrder(findFiles(context, root, choice, onError), choice.order, context.files);
}

function* findFiles(
  { files, cwd }: ProgramContext,
  root: string,
  choice: FileChoice,
  onError: (path: string, error: unknown) => void,
): Generator<ChosenFile, void, undefined> {
  const { usesIgnoreFiles, usesGitIgnore, ownRules } = choice;
  const ignore =
    usesIgnoreFiles || ownRules.length > 0
      ? createIgnoreFiles(files, {
          names: usesIgnoreFiles ? ['.ignore', '.rgignore'] : [],
          gitNames: usesIgnoreFiles && usesGitIgnore ? ['.gitignore'] : [],
          ignoresRepository: !choice.needsRepository,
          fallback: { directory: normalizePath(cwd), rules: ownRules },
        })
      : undefined;
  const isWanted = (entry: WalkEntry): boolean => {
    if (entry.depth === 0) return true;
    const verdict = globVerdict(choice.globs, relativePath(entry.path, root), entry.kind === 'directory');
    if (verdict !== undefined) return verdict;
    if (!choice.showsHidden && entry.name.startsWith('.')) return false;
    const isDirectory = entry.kind === 'directory';
    if (ignore?.isIgnored(normalizePath(joinPath(cwd, entry.fullPath)), isDirectory)) return false;
    return isDirectory || hasWantedType(entry.name, choice);
  };
  const walk = walkTree(files, root === '' ? '.' : root, {
    cwd,
    order: 'sorted',
    followLinks: choice.followsLinks ? 'always' : 'root',
    maxDepth: choice.maxDepth,
    enters: isWanted,
    onError,
  });
  for (const entry of walk) {
    if (entry.kind !== 'file' || !isWanted(entry)) continue;
    const { path, fullPath, depth } = entry;
    const isLimited = depth > 0 && choice.maxFileBytes < Number.POSITIVE_INFINITY;
    if (isLimited && files.stat(fullPath).size > choice.maxFileBytes) continue;
    const name = root === '' ? path.replace(/^\.\//, '') : path;
    yield { name: choice.pathSeparator === '/' ? name : name.replaceAll('/', choice.pathSeparator), fullPath };
  }
}

function relativePath(path: string, root: string): string {
  const base = root === '' ? './' : root.endsWith('/') ? root : `${root}/`;
  return path.startsWith(base) ? path.slice(base.length) : path;
}

/** The last glob that matches decides. With a glob that includes, files that none matches are left out. */
function globVerdict(globs: readonly GlobRule[], path: string, isDirectory: boolean): boolean | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const rule = globs.findLast(({ glob, isForWholePath }) => glob.matches(isForWholePath ? path : name));
  if (rule) return !rule.isExcluding;
  const includes = globs.some(({ isExcluding }) => !isExcluding);
  return includes && !isDirectory ? false : undefined;
}

function hasWantedType(name: string, { types, excludedTypes }: FileChoice): boolean {
  if (excludedTypes.some((glob) => glob.matches(name))) return false;
  return types.length === 0 || types.some((glob) => glob.matches(name));
}
