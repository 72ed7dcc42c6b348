import type { CharacterSet } from '../characters/character-set.ts';
import { createCharacterSet } from '../characters/character-set.ts';
import { WORD_ITEMS } from '../characters/posix-class.ts';
import { createMatcher, type Matcher } from './create-matcher.ts';
import { isPatternFault, type PatternDialect, parsePattern } from './parse-pattern.ts';
import {
  type AssertionKind,
  alternationOf,
  type ParsedPattern,
  type PatternFlags,
  type PatternNode,
  sequenceOf,
} from './pattern-tree.ts';
import { PCRE_WORD_ITEMS } from './pcre-escapes.ts';
import { type RequiredRuns, requiredRuns } from './required-runs.ts';

/** How patterns are compiled. */
export interface CompileOptions extends PatternFlags {
  /** A match must be the whole text (or the whole line, with `anchorsAtLines`), as `grep -x`. */
  readonly wholeLine?: boolean;
  /** A match must have no word character before and behind it, as `grep -w`. */
  readonly wholeWord?: boolean;
}

/** A compiled pattern. */
export interface Pattern extends Matcher {
  /** Capturing groups, the whole match not counted. */
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  /** What GNU tools say about the pattern on standard error without refusing it. */
  readonly warnings: readonly string[];
  /** Every match holds at least one of these; for a quick test of bytes before they are decoded. */
  readonly requiredRuns: RequiredRuns | undefined;
}

/** A pattern, or what is wrong with it in the words of the GNU tools. */
export type CompileResult =
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  | { readonly kind: 'invalid'; readonly message: string };

/** Compiles one pattern; POSIX dialects take the longest of the leftmost matches, PCRE the first. */
export function compilePattern(text: string, dialect: PatternDialect, options: CompileOptions = {}): CompileResult {
  return compilePatterns([text], dialect, options);
}

/** Compiles patterns of which any may match. Without patterns nothing matches. */
export function compilePatterns(
  texts: readonly string[],
  dialect: PatternDialect,
  options: CompileOptions = {},
): CompileResult {
  const parsed: ParsedPattern[] = [];
  for (const text of new Set(texts)) {
    const result = parsePattern(text, dialect, options);
    if (result.kind === 'invalid') return result;
    parsed.push(result.pattern);
  }
  const { tree, groupCount } = join(parsed);
  const bounded = bound(tree, dialect, options);
  try {
    const matcher = createMatcher(bounded, groupCount, dialect === 'pcre' ? 'first' : 'longest');
    const pattern: Pattern = {
      ...matcher,
      groupCount,
      groupNames: parsed[0]?.groupNames ?? new Map(),
      warnings: parsed.flatMap(({ warnings }) => warnings),
      requiredRuns: requiredRuns(bounded),
    };
    return { kind: 'pattern', pattern };
  } catch (error) {
    if (!isPatternFault(error)) throw error;
    return { kind: 'invalid', message: error.message };
  }
}

function join(patterns: readonly ParsedPattern[]): { tree: PatternNode; groupCount: number } {
  const options: PatternNode[] = [];
  let groupCount = 0;
  for (const { tree, groupCount: own } of patterns) {
    options.push(groupCount === 0 ? tree : renumber(tree, groupCount));
    groupCount += own;
  }
  const word = createCharacterSet(WORD_ITEMS);
  if (options.length === 0) return { tree: { kind: 'assertion', assertion: 'never', word }, groupCount };
  return { tree: alternationOf(options), groupCount };
}

function renumber(node: PatternNode, by: number): PatternNode {
  switch (node.kind) {
    case 'sequence':
      return { ...node, items: node.items.map((item) => renumber(item, by)) };
    case 'alternation':
      return { ...node, options: node.options.map((option) => renumber(option, by)) };
    case 'repeat':
    case 'look':
    case 'atomic':
      return { ...node, item: renumber(node.item, by) };
    case 'group':
      return { ...node, item: renumber(node.item, by), index: node.index + by };
    case 'backreference':
      return { ...node, group: node.group + by };
    case 'condition':
      return {
        ...node,
        group: node.group + by,
        whenSet: renumber(node.whenSet, by),
        otherwise: renumber(node.otherwise, by),
      };
    case 'empty':
    case 'set':
    case 'assertion':
    case 'keep':
      return node;
  }
}

function bound(tree: PatternNode, dialect: PatternDialect, options: CompileOptions): PatternNode {
  const word = createCharacterSet(dialect === 'pcre' ? PCRE_WORD_ITEMS : WORD_ITEMS);
  if (options.wholeLine) {
    return options.anchorsAtLines
      ? between('line-start', tree, 'line-end', word)
      : between('text-start', tree, 'text-end', word);
  }
  return options.wholeWord ? between('not-after-word', tree, 'not-before-word', word) : tree;
}

function between(before: AssertionKind, tree: PatternNode, after: AssertionKind, word: CharacterSet): PatternNode {
  return sequenceOf([
    { kind: 'assertion', assertion: before, word },
    tree,
    { kind: 'assertion', assertion: after, word },
  ]);
}
