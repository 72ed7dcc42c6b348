import { joinPath, normalizePath } from '@cloche/system';
import type { AnalyzedPart, CommandAnalysis } from './command-analyzer.ts';
import { readingOf } from './command-reading.ts';

/** Devices that a write destroys. */
const DISK = /^\/dev\/(?:sd|hd|nvme|vd|xvd|disk|mmcblk|dm-|mapper\/|loop|md\d)/;
// Every part is bounded: a command may be a megabyte long.
const FORK_BOMB =
  /(?<![:\w])([:\w]{1,64})\s{0,16}\(\s{0,16}\)\s{0,16}[{(][^})]{0,500}\1\s{0,16}(?:\|\s{0,16}\1\s{0,16}&|&[\s;]{0,16}\1|\|\s{0,16}\1)/;

/**
 * Returns why a command line is never run, whatever the mode and the rules: it would destroy what nothing brings back.
 * `undefined` for all others.
 */
export function brokenFloor(command: string, { parts }: CommandAnalysis): string | undefined {
  if (FORK_BOMB.test(command)) return 'it starts processes without end';
  const isAtRoot = parts.some(({ words }) => words[0]?.value === 'cd' && isRoot(words[1]?.value ?? ''));
  for (const [index, part] of parts.entries()) {
    const reason = brokenBy(part, { isAtRoot, input: inputOf(parts, index) });
    if (reason !== undefined) return reason;
  }
  return undefined;
}

interface Surroundings {
  /** The line goes to the root directory. */
  readonly isAtRoot: boolean;
  /** Words that `xargs` may give it. */
  readonly input: readonly string[];
}

/** Returns the arguments of the line's printing commands, for a part that gets more from input. */
function inputOf(parts: readonly AnalyzedPart[], index: number): string[] {
  if (parts[index]?.getsMoreArguments !== true) return [];
  return parts.slice(0, index).flatMap(({ words }) => {
    const name = words[0]?.value;
    return name === 'echo' || name === 'printf' ? words.slice(1).map(({ value, text }) => value ?? text) : [];
  });
}

function brokenBy(part: AnalyzedPart, { isAtRoot, input }: Surroundings): string | undefined {
  const { words, redirections } = part;
  const name = part.command?.name ?? '';
  const reading = readingOf(part);
  const texts = [...words.slice(1).map(({ value, text }) => value ?? text), ...input];
  const removed = texts.filter((text) => !/^-./.test(text)).map((text) => (isAtRoot ? joinPath('/', text) : text));
  const isRecursive = /^-[a-zA-Z]*[rRf]|^--(?:r|f|no-p)/;
  if (name === 'rm' && texts.some((text) => isRecursive.test(text)) && removed.some(isRoot))
    return 'it removes everything';
  if (name === 'find' && reading.deletes && removed.some((text) => isRoot(text))) return 'it removes everything';
  if (name.startsWith('mkfs') && texts.some((text) => normalizePath(text).startsWith('/dev/')))
    return 'it formats a disk';
  const written = [...redirections, ...reading.files.map(({ access, path }) => ({ effect: access, path }))];
  const isDisk = written.some(
    ({ effect, path }) =>
      effect === 'write' && path !== undefined && path.startsWith('/') && DISK.test(normalizePath(path)),
  );
  return isDisk ? 'it overwrites a disk' : undefined;
}

/** Whether a path, or a pattern, is the root directory or all that is in it. */
function isRoot(path: string): boolean {
  return path.startsWith('/') && /^\/(?:[*?]+|\{[*,.?]*\})?$/.test(normalizePath(path));
}
