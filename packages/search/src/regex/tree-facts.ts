import { childrenOf, type PatternNode, someNode } from './pattern-tree.ts';

/** Returns whether `node` can match without taking a character. */
export function isNullable(node: PatternNode): boolean {
  switch (node.kind) {
    case 'set':
      return false;
    case 'sequence':
      return node.items.every(isNullable);
    case 'alternation':
      return node.options.some(isNullable);
    case 'repeat':
      return node.min === 0 || isNullable(node.item);
    case 'group':
    case 'atomic':
      return isNullable(node.item);
    case 'condition':
      return isNullable(node.whenSet) || isNullable(node.otherwise);
    case 'empty':
    case 'assertion':
    case 'backreference':
    case 'look':
    case 'keep':
      return true;
  }
}

/** Returns the number of characters that every match of `node` takes, when it is always the same. */
export function fixedLength(node: PatternNode): number | undefined {
  switch (node.kind) {
    case 'set':
      return 1;
    case 'empty':
    case 'assertion':
    case 'look':
    case 'keep':
      return 0;
    case 'sequence':
      return node.items.map(fixedLength).reduce(add, 0);
    case 'alternation':
      return node.options.map(fixedLength).reduce(same);
    case 'condition':
      return same(fixedLength(node.whenSet), fixedLength(node.otherwise));
    case 'repeat': {
      const length = fixedLength(node.item);
      return node.min === node.max && length !== undefined ? length * node.min : undefined;
    }
    case 'group':
    case 'atomic':
      return fixedLength(node.item);
    case 'backreference':
      return undefined;
  }
}

/** Returns about how many steps the program of `node` has, repeats written out. */
export function programSize(node: PatternNode): number {
  const inside = childrenOf(node).reduce((sum, child) => sum + programSize(child), 0);
  if (node.kind !== 'repeat') return inside + 2;
  const copies = node.max === Number.POSITIVE_INFINITY ? Math.max(node.min, 1) : node.max;
  return copies * (inside + 1) + 4;
}

/** Returns whether `node` needs a matcher that goes back: an automaton cannot answer it. */
export function needsBacktracking(node: PatternNode): boolean {
  return someNode(node, (inner) => {
    switch (inner.kind) {
      case 'backreference':
      case 'look':
      case 'atomic':
      case 'condition':
        return true;
      case 'repeat':
        return inner.mode === 'possessive';
      default:
        return false;
    }
  });
}

/** Returns whether a group can match more than once, so that engines differ in what they remember of it. */
export function hasRepeatedGroup(node: PatternNode): boolean {
  return someNode(
    node,
    (inner) => inner.kind === 'repeat' && inner.max > 1 && someNode(inner.item, (child) => child.kind === 'group'),
  );
}

/**
 * Returns whether a repeat may try nothing before something: `(a??)*`, `(|a)?`. PCRE then takes the nothing and goes on
 * behind the repeat; JavaScript's RegExp never lets a round of a repeat take nothing.
 */
export function mayRepeatNothing(node: PatternNode): boolean {
  return someNode(
    node,
    (inner) =>
      inner.kind === 'repeat' &&
      inner.max > inner.min &&
      isNullable(inner.item) &&
      someNode(
        inner.item,
        (child) =>
          child.kind === 'alternation' || child.kind === 'look' || (child.kind === 'repeat' && child.mode === 'lazy'),
      ),
  );
}

/** Returns whether every match of `node` begins at the start of the text. */
export function isAnchoredAtStart(node: PatternNode): boolean {
  switch (node.kind) {
    case 'assertion':
      return node.assertion === 'text-start' || node.assertion === 'never';
    case 'sequence':
      return (
        node.items.length > 0 &&
        node.items.some((item, index) => isAnchoredAtStart(item) && takesNothing(node.items.slice(0, index)))
      );
    case 'alternation':
      return node.options.every(isAnchoredAtStart);
    case 'group':
    case 'atomic':
      return isAnchoredAtStart(node.item);
    default:
      return false;
  }
}

function takesNothing(items: readonly PatternNode[]): boolean {
  return items.every((item) => fixedLength(item) === 0);
}

function add(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left + right;
}

function same(left: number | undefined, right: number | undefined): number | undefined {
  return left === right ? left : undefined;
}
