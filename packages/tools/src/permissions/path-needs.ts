import { joinPath, normalizePath } from '@cloche/system';
import type { AnalyzedPart, AnalyzedWord, CommandAnalysis } from './command-analyzer.ts';
import { type CommandEffects, effectsOf } from './command-effects.ts';
import type { PathNeed } from './evaluate-rules.ts';

const CHANGES_DIRECTORY: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);

/**
 * Returns the files that a command line redirects, those that its writing commands are given, and what the others may be
 * given to read, by absolute path.
 */
export function pathNeedsOf({ parts }: CommandAnalysis, cwd: string): PathNeed[] {
  const needs: PathNeed[] = [];
  let isElsewhere = false;
  for (const part of parts) {
    // After `cd` a relative path may mean another file than it seems.
    const resolve = (path: string | undefined): string | undefined =>
      path === undefined || (isElsewhere && !path.startsWith('/')) ? undefined : normalizePath(joinPath(cwd, path));
    for (const { effect, path, text } of part.redirections)
      if (effect !== 'none') needs.push({ access: effect, path: resolve(path), text });
    const effects = effectsOf(part.command?.name ?? '');
    if (effects.operands) needs.push(...operandNeeds(part, effects, resolve));
    else if (effects.readsNoFiles !== true) needs.push(...possibleNeeds(part, effects, resolve));
    if (CHANGES_DIRECTORY.has(part.command?.name ?? '')) isElsewhere = true;
  }
  return needs;
}

type Resolve = (path: string | undefined) => string | undefined;

function operandNeeds(part: AnalyzedPart, { operands, walks }: CommandEffects, resolve: Resolve): PathNeed[] {
  const words = part.words.slice(1);
  const dashes = words.findIndex(({ value }) => value === '--');
  const files = words.filter(
    ({ value }, index) => (dashes >= 0 && index > dashes) || value === undefined || !value.startsWith('-'),
  );
  const hasTarget = words.some(({ value }) => /^(?:-\w*t|--target-directory)/.test(value ?? ''));
  const isTree = isWalking(words, walks);
  return files.flatMap(({ value, text }, index): PathNeed[] => {
    const isTarget = operands === 'write' || (!hasTarget && index === files.length - 1);
    const need = { path: resolve(value), text, isCovered: true };
    const changed: PathNeed = { access: 'write', ...need };
    if (isTarget) return [changed];
    // What is copied or moved away can be read where it then is.
    const read: PathNeed = { access: 'read', ...need, isTree: isTree || operands === 'move' };
    return operands === 'copy' && !hasTarget ? [read] : [changed, { ...read, isPossible: true }];
  });
}

/** Returns what the arguments of a command may name: a command that is not known may read whatever it is given. */
function possibleNeeds(part: AnalyzedPart, { walks, valued }: CommandEffects, resolve: Resolve): PathNeed[] {
  if (!part.command) return [];
  const words = part.words.slice(1);
  const isTree = isWalking(words, walks);
  const need = { access: 'read', isCovered: true, isPossible: true, isTree } as const;
  const needs = words.flatMap((word): PathNeed[] => {
    const { value, text } = word;
    if (value === undefined) {
      const pattern = resolve(patternOf(word));
      return [{ ...need, path: undefined, text, ...(pattern === undefined ? {} : { pattern }) }];
    }
    return namesIn(value).map((name) => ({ ...need, path: resolve(name), text }));
  });
  // What comes from input, as with `xargs cat`, may be any file.
  if (part.getsMoreArguments) needs.push({ ...need, path: undefined, text: part.text });
  const operands = words.filter(
    ({ value }, index) => value?.startsWith('-') !== true && !isValueOf(valued, words[index - 1]),
  );
  const isHere = isTree && valued !== undefined && operands.length < 2;
  return isHere ? [...needs, { ...need, path: resolve('.'), text: '.' }] : needs;
}

function isWalking(words: readonly AnalyzedWord[], walks: CommandEffects['walks']): boolean {
  if (walks === undefined || walks === true) return walks === true;
  return words.some(({ value }) => value !== undefined && walks.test(value));
}

function isValueOf(valued: RegExp | undefined, option: AnalyzedWord | undefined): boolean {
  return option?.value !== undefined && valued?.test(option.value) === true;
}

/** Returns the names that may stand in an argument: itself, what follows `=`, and what is joined to a short option. */
function namesIn(value: string): string[] {
  const assigned = /^[^/=]+=(.+)$/s.exec(value)?.[1];
  if (assigned !== undefined) return [value, assigned];
  const joined = /^-[^-](.+)$/s.exec(value)?.[1];
  if (joined !== undefined) return [joined];
  return value.startsWith('-') ? [] : [value];
}

/** Returns the pattern of a word that is nothing but one, else `undefined`. */
function patternOf({ text, isPattern }: AnalyzedWord): string | undefined {
  return isPattern && !/[$`"'\\~{}<>]/.test(text) ? text : undefined;
}
