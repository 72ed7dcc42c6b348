import type { Glob } from '@cloche/search';
import { ShellError } from '../execute/shell-error.ts';
import type { Task } from '../execute/task.ts';
import { LimitExceeded } from '../limits.ts';
import type { Shell } from '../shell.ts';
import type { ParameterOperation, Word } from '../words/word.ts';
import { changeCase } from './change-case.ts';
import { characterCount, sliceCharacters } from './characters.ts';
import { evaluateWord, expandToPattern } from './expand-to-text.ts';
import { mapValue, type Parameter, type ParameterValue } from './parameter-value.ts';
import { boundPattern, compilePattern, type PatternOptions } from './pattern.ts';
import { transformParameter } from './transform-parameter.ts';

/** Applies what follows the name in `${name…}` to the parameter's value, or to each element of a list. */
export function* applyOperation(
  shell: Shell,
  parameter: Parameter,
  operation: ParameterOperation | undefined,
): Task<ParameterValue> {
  const { value } = parameter;
  if (!operation) return value;
  switch (operation.kind) {
    case 'slice':
      return yield* slice(shell, parameter, operation);
    case 'remove': {
      const pattern = yield* expandToPattern(shell, operation.pattern);
      if (pattern === '') return value;
      const glob = compilePattern(pattern, patternOptions(shell));
      return mapValue(value, (text) => boundPattern(() => removeMatch(text, glob, operation)));
    }
    case 'replace':
      return yield* replace(shell, value, operation);
    case 'case': {
      const pattern = operation.pattern ? yield* expandToPattern(shell, operation.pattern) : '?';
      const options = { ...operation, options: patternOptions(shell), pattern: pattern === '' ? '?' : pattern };
      return mapValue(value, (text) => changeCase(text, options));
    }
    case 'transform':
      return yield* transformParameter(shell, parameter, operation.operator);
    default:
      return value;
  }
}

/** Replacements that `${name//pattern/text}` may make; more would keep everything else waiting. */
const MAX_REPLACEMENTS = 4_000_000;

function patternOptions(shell: Shell): PatternOptions {
  return { extended: shell.shellOptions.has('extglob'), ignoreCase: false };
}

function* slice(
  shell: Shell,
  parameter: Parameter,
  operation: { offset: Word; length: Word | undefined },
): Task<ParameterValue> {
  const offset = Number(yield* evaluateWord(shell, operation.offset));
  const length = operation.length ? Number(yield* evaluateWord(shell, operation.length)) : undefined;
  const { value } = parameter;
  if (value.kind === 'text') {
    return value.text === undefined ? value : { kind: 'text', text: sliceText(value.text, offset, length) };
  }
  if (length !== undefined && length < 0) throw new ShellError(`${length}: substring expression < 0`);
  const isPositional = parameter.name === '@' || parameter.name === '*';
  const values =
    isPositional && (offset === 0 || (offset < 0 && -offset > value.values.length))
      ? [shell.name, ...value.values]
      : value.values;
  if (isPositional) {
    const from = offset > 0 ? offset - 1 : offset < 0 ? value.values.length + offset : 0;
    if (offset < 0 && -offset > value.values.length + 1) return { ...value, values: [] };
    return { ...value, values: take(values, Math.max(0, from), length) };
  }
  const keys = (value.keys ?? []).map(Number);
  const isIndexed = keys.every((key) => !Number.isNaN(key));
  const end = (keys.at(-1) ?? -1) + 1;
  const start = offset < 0 ? end + offset : offset;
  if (start < 0) return { ...value, values: [] };
  const first = isIndexed ? keys.findIndex((key) => key >= start) : start;
  return { ...value, values: first < 0 ? [] : take(values, first, length) };
}

function take(values: readonly string[], from: number, length: number | undefined): string[] {
  return values.slice(from, length === undefined ? undefined : from + length);
}

function sliceText(text: string, offset: number, length: number | undefined): string {
  const count = characterCount(text);
  const from = offset < 0 ? count + offset : offset;
  if (from < 0 || from > count) return '';
  const to = length === undefined ? count : length < 0 ? count + length : from + length;
  if (to < from) {
    if (length !== undefined && length < 0) throw new ShellError(`${length}: substring expression < 0`);
    return '';
  }
  return sliceCharacters(text, from, Math.min(to, count));
}

function removeMatch(
  text: string,
  glob: Glob,
  { from, isLongest }: { from: 'start' | 'end'; isLongest: boolean },
): string {
  if (from === 'end') return text.slice(0, glob.findStart(text, !isLongest) ?? text.length);
  const ends = glob.endsFrom(text, 0);
  return text.slice((isLongest ? ends.at(-1) : ends[0]) ?? 0);
}

function* replace(
  shell: Shell,
  value: ParameterValue,
  operation: ParameterOperation & { kind: 'replace' },
): Task<ParameterValue> {
  const pattern = yield* expandToPattern(shell, operation.pattern);
  const template = yield* expandToPattern(shell, operation.replacement, (text) => text.replace(/[&\\]/g, '\\$&'));
  if (pattern === '' && (operation.where === 'first' || operation.where === 'all')) return value;
  const ignoreCase = shell.shellOptions.has('nocasematch');
  const glob = compilePattern(pattern, { ...patternOptions(shell), ignoreCase });
  const usesMatch = shell.shellOptions.has('patsub_replacement');
  const fill = (match: string): string => fillTemplate(template, usesMatch ? match : '&');
  return mapValue(value, (text) => boundPattern(() => replaceMatches(text, glob, operation.where, fill)));
}

function replaceMatches(
  text: string,
  glob: Glob,
  where: 'first' | 'all' | 'start' | 'end',
  fill: (match: string) => string,
): string {
  if (where === 'start') {
    const end = glob.endsFrom(text, 0).at(-1);
    return end === undefined ? text : fill(text.slice(0, end)) + text.slice(end);
  }
  if (where === 'end') {
    const start = glob.findStart(text, false);
    return start === undefined ? text : text.slice(0, start) + fill(text.slice(start));
  }
  const { literal } = glob;
  if (literal !== undefined && literal !== '' && where === 'all') return replaceLiteral(text, literal, fill(literal));
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    const found = glob.find(text, at);
    if (!found || found.start >= text.length) break;
    // After an empty match one character is passed over.
    const next =
      found.end > found.start ? found.end : found.start + ((text.codePointAt(found.start) ?? 0) > 0xffff ? 2 : 1);
    pieces.push(text.slice(at, found.start), fill(text.slice(found.start, found.end)), text.slice(found.end, next));
    at = next;
    if (where === 'first') break;
  }
  return pieces.join('') + text.slice(at);
}

function replaceLiteral(text: string, literal: string, replacement: string): string {
  let count = 0;
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length)) count++;
  if (count > MAX_REPLACEMENTS) throw new LimitExceeded('maxPatternSteps', MAX_REPLACEMENTS, 'replacements in a value');
  return text.replaceAll(literal, () => replacement);
}

function fillTemplate(template: string, match: string): string {
  if (!/[&\\]/.test(template)) return template;
  return template.replace(/\\([&\\])|&/g, (_, escaped: string | undefined) => escaped ?? match);
}
