import type { PatternNode } from './pattern-tree.ts';

/** Text that every match holds. With `ignoreCase` each ASCII letter of it may come in either case. */
export interface RequiredLiteral {
  readonly text: string;
  readonly ignoreCase: boolean;
}

/** Literal texts of which every match holds at least one; `undefined` when no useful ones are known. */
export type RequiredLiterals = readonly RequiredLiteral[] | undefined;

const MAX_LITERALS = 16;

/** Returns literals for a quick test of a line before the pattern is tried on it. */
export function requiredLiterals(tree: PatternNode): RequiredLiterals {
  return literalsOf(tree);
}

/** Returns the one literal that is all of the pattern, so that finding it is matching. */
export function wholeLiteral(tree: PatternNode): RequiredLiteral | undefined {
  if (tree.kind === 'set') return literalOfSets([tree]);
  return tree.kind === 'sequence' && tree.items.length > 0 ? literalOfSets(tree.items) : undefined;
}

function literalsOf(node: PatternNode): RequiredLiterals {
  switch (node.kind) {
    case 'set':
      return single(literalOfSets([node]));
    case 'sequence':
      return bestOf(sequenceCandidates(node.items));
    case 'alternation':
      return union(node.options.map(literalsOf));
    case 'group':
    case 'atomic':
      return literalsOf(node.item);
    case 'repeat':
      return node.min > 0 ? literalsOf(node.item) : undefined;
    case 'empty':
    case 'assertion':
    case 'backreference':
    case 'look':
    case 'condition':
    case 'keep':
      return undefined;
  }
}

/** Every run of neighbouring characters, and what the other parts require. */
function sequenceCandidates(items: readonly PatternNode[]): RequiredLiterals[] {
  const candidates: RequiredLiterals[] = [];
  let run: PatternNode[] = [];
  const endRun = (): void => {
    if (run.length > 0) candidates.push(single(literalOfSets(run)));
    run = [];
  };
  for (const item of items.flatMap(flatten)) {
    if (literalOfSets([item])) {
      run.push(item);
      continue;
    }
    if (item.kind === 'assertion') continue;
    endRun();
    candidates.push(literalsOf(item));
  }
  endRun();
  return candidates;
}

/** A group in the sequence does not interrupt a run of characters. */
function flatten(node: PatternNode): readonly PatternNode[] {
  if (node.kind === 'group') return flatten(node.item);
  return node.kind === 'sequence' ? node.items.flatMap(flatten) : [node];
}

function literalOfSets(nodes: readonly PatternNode[]): RequiredLiteral | undefined {
  let text = '';
  let folded = false;
  for (const node of nodes) {
    if (node.kind !== 'set' || node.set.literal === undefined) return undefined;
    const { literal, ignoreCase, mayHoldNonAscii } = node.set;
    const hasCase = ignoreCase && literal.toLowerCase() !== literal.toUpperCase();
    if (hasCase && mayHoldNonAscii) return undefined;
    folded ||= hasCase;
    text += literal;
  }
  return { text, ignoreCase: folded };
}

function single(literal: RequiredLiteral | undefined): RequiredLiterals {
  return literal && [literal];
}

function bestOf(candidates: readonly RequiredLiterals[]): RequiredLiterals {
  let best: RequiredLiterals;
  for (const candidate of candidates) if (score(candidate) > score(best)) best = candidate;
  return best;
}

/** Long literals are rare; many of them are slow to look for. */
function score(literals: RequiredLiterals): number {
  if (!literals) return 0;
  return Math.min(...literals.map(({ text }) => text.length)) / Math.sqrt(literals.length);
}

function union(options: readonly RequiredLiterals[]): RequiredLiterals {
  const all: RequiredLiteral[] = [];
  for (const option of options) {
    if (!option) return undefined;
    all.push(...option);
  }
  return all.length <= MAX_LITERALS ? all : undefined;
}
