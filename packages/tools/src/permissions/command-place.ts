import { isInside, joinPath, normalizePath } from '@cloche/system';
import type { AnalyzedPart, CommandAnalysis } from './command-analyzer.ts';
import { readingOf } from './command-reading.ts';

/** Where a command line is read. */
export interface CommandLinePlace {
  readonly text: string;
  /** The shell's directory. Absolute, as the root is. */
  readonly cwd: string;
  /** The workspace's root. */
  readonly root: string;
  /**
   * Where links lead, by path; `undefined` for a path that leads nowhere. One that is not in it is where its name says: without
   * this map every one.
   */
  readonly realPaths?: ReadonlyMap<string, string | undefined>;
}

/**
 * Says of every part of a command line whether its directory may be none of the workspace's own: outside the root, or among
 * packages that others wrote. A directory that is not known counts as one. Doubts about other places are settled where these
 * are the workspace's own.
 */
export function placeCommands(analysis: CommandAnalysis, place: CommandLinePlace): CommandAnalysis {
  return placeBy(analysis, place, (path) => isHome(path, place));
}

/** Returns the paths whose real places `placeCommands` wants to know. */
export function placesToResolve(analysis: CommandAnalysis, place: CommandLinePlace): string[] {
  const asked = new Set([place.root]);
  placeBy(analysis, place, (path) => {
    asked.add(path);
    return isHome(path, place);
  });
  return [...asked];
}

/** Asks about a path as it is written, since `..` behind a link leads elsewhere than the text says. */
type IsHome = (path: string) => boolean;

function placeBy(analysis: CommandAnalysis, place: CommandLinePlace, isHomeAt: IsHome): CommandAnalysis {
  const startsAway = !isHomeAt(place.cwd);
  const stepsOut = stepOut(analysis, place, isHomeAt);
  const { parts } = analysis;
  const isMoved = (part: AnalyzedPart): boolean => {
    const above = part.parent === undefined ? undefined : parts[part.parent];
    return above !== undefined && (readingOf(above).movesDirectory || isMoved(above));
  };
  const placed = parts.map((part, index) => {
    const isAway = startsAway || isMoved(part) || (part.isElsewhere && index >= stepsOut.index);
    const reading = readingOf(part);
    const isSettled = (path: string): boolean => {
      // Programs may take `~` for somebody's home.
      if (isAway || path.startsWith('~')) return false;
      const from = part.isElsewhere ? stepsOut.directories : [place.cwd];
      return path.startsWith('/') ? isHomeAt(path) : from.every((directory) => isHomeAt(joinPath(directory, path)));
    };
    const doubts = reading.doubts.filter((doubt) => doubt.place === undefined || !isSettled(doubt.place));
    return { ...part, reading: { ...reading, doubts, isAway } };
  });
  return { ...analysis, parts: placed };
}

function isHome(path: string, { root, realPaths = new Map() }: CommandLinePlace): boolean {
  if (!isHomeOf(normalizePath(path), root)) return false;
  if (!realPaths.has(path)) return true;
  const real = realPaths.get(path);
  return real !== undefined && isHomeOf(real, realPaths.get(root) ?? root);
}

function isHomeOf(directory: string, root: string): boolean {
  return (root === '/' || isInside(root, directory)) && !directory.toLowerCase().split('/').includes('node_modules');
}

/** What is repeated may go up any number of times. */
const REPEATS = /\b(?:for|while|until|select|function|trap|eval)\b|\(\s*\)/;
const MAX_DIRECTORIES = 64;
const CHANGES_DIRECTORY: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);

interface Steps {
  /** The index of the first part that may run in a directory that is not home. */
  readonly index: number;
  /** Where the shell may be before that. */
  readonly directories: readonly string[];
}

/**
 * Follows the line as far as it moves: after every step the shell may be there or, if the step failed, still where it was.
 */
function stepOut({ parts }: CommandAnalysis, { text, cwd }: CommandLinePlace, isHomeAt: IsHome): Steps {
  const directories = new Set([cwd]);
  const until = (index: number): Steps => ({ index, directories: [...directories] });
  const isRepeating = REPEATS.test(text);
  let pushed = 0;
  let steps = 0;
  // A name that the line makes may lead anywhere.
  let isLinking = false;
  for (const [index, part] of parts.entries()) {
    const { command } = part;
    if (command?.name === 'ln') isLinking = true;
    if (command?.kind !== 'builtin' || !CHANGES_DIRECTORY.has(command.name)) continue;
    steps++;
    if (command.name === 'popd' && part.words.length === 1 && pushed > 0) {
      pushed--;
      continue;
    }
    const target = targetOf(part);
    const isRepeated = target?.split('/').includes('..') === true && isRepeating;
    // The shell goes by names: `..` takes the last one away.
    const found = target === undefined ? [] : Array.from(directories, (from) => normalizePath(joinPath(from, target)));
    const isKnown = target !== undefined && !isRepeated && !isLinking && directories.size <= MAX_DIRECTORIES;
    if (!isKnown || !found.every(isHomeAt)) return until(isRepeating ? 0 : index);
    if (command.name === 'pushd') pushed++;
    for (const directory of found) directories.add(directory);
  }
  return until(steps === 0 ? 0 : Number.POSITIVE_INFINITY);
}

function targetOf({ command, words, getsMoreArguments }: AnalyzedPart): string | undefined {
  const operands = words.slice(1).filter(({ value }) => value === undefined || !/^(?:-[LPe@]+|--)$/.test(value));
  const [target] = operands;
  // Without names to go by, `..` behind a link leads elsewhere.
  const isPhysical = words.some(({ value }) => /^-[LPe@]*P/.test(value ?? ''));
  if (isPhysical && target?.value?.split('/').includes('..')) return undefined;
  const isKnown = command?.name !== 'popd' && operands.length === 1 && !getsMoreArguments;
  return isKnown && target?.value && !/^[-+]/.test(target.value) ? target.value : undefined;
}
