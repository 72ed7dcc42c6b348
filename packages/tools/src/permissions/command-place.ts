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
}

/**
 * Says of every part of a command line whether its directory may be none of the workspace's own: outside the root, or among
 * packages that others wrote. A directory that is not known counts as one. Doubts about other places are settled where these
 * are the workspace's own.
 */
export function placeCommands(analysis: CommandAnalysis, place: CommandLinePlace): CommandAnalysis {
  const isHome = (directory: string): boolean => isHomeOf(directory, place.root);
  const startsAway = !isHome(normalizePath(place.cwd));
  const stepsOut = stepOut(analysis, place, isHome);
  const { parts } = analysis;
  const isMoved = (part: AnalyzedPart): boolean => {
    const above = part.parent === undefined ? undefined : parts[part.parent];
    return above !== undefined && (readingOf(above).movesDirectory || isMoved(above));
  };
  const placed = parts.map((part, index) => {
    const isAway = startsAway || isMoved(part) || (part.isElsewhere && index >= stepsOut);
    const reading = readingOf(part);
    const isSettled = (path: string): boolean =>
      !isAway && (path.startsWith('/') || !part.isElsewhere) && isHome(normalizePath(joinPath(place.cwd, path)));
    const doubts = reading.doubts.filter((doubt) => doubt.place === undefined || !isSettled(doubt.place));
    return { ...part, reading: { ...reading, doubts, isAway } };
  });
  return { ...analysis, parts: placed };
}

function isHomeOf(directory: string, root: string): boolean {
  return (root === '/' || isInside(root, directory)) && !directory.toLowerCase().split('/').includes('node_modules');
}

/** What is repeated may go up any number of times. */
const REPEATS = /\b(?:for|while|until|select|function|trap|eval)\b|\(\s*\)/;
const MAX_DIRECTORIES = 64;
const CHANGES_DIRECTORY: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);

/**
 * Returns the index of the first part that may run in a directory that is not home, as far as the line itself moves: after
 * every step the shell may be there or, if the step failed, still where it was.
 */
function stepOut(
  { parts }: CommandAnalysis,
  { text, cwd }: CommandLinePlace,
  isHome: (directory: string) => boolean,
): number {
  const directories = new Set([normalizePath(cwd)]);
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
    const found = target === undefined ? [] : Array.from(directories, (from) => normalizePath(joinPath(from, target)));
    const isKnown = target !== undefined && !isRepeated && !isLinking && directories.size <= MAX_DIRECTORIES;
    if (!isKnown || !found.every(isHome)) return isRepeating ? 0 : index;
    if (command.name === 'pushd') pushed++;
    for (const directory of found) directories.add(directory);
  }
  return steps === 0 ? 0 : Number.POSITIVE_INFINITY;
}

function targetOf({ command, words, getsMoreArguments }: AnalyzedPart): string | undefined {
  const operands = words.slice(1).filter(({ value }) => value === undefined || !/^(?:-[LPe@]+|--)$/.test(value));
  const [target] = operands;
  const isKnown = command?.name !== 'popd' && operands.length === 1 && !getsMoreArguments;
  return isKnown && target?.value && !/^[-+]/.test(target.value) ? target.value : undefined;
}
