import { isDeterministic } from './determinism.ts';
import { type PatternNode, someNode } from './pattern-tree.ts';
import { isAnchoredAtStart } from './tree-facts.ts';

/** Steps that a RegExp may take for one text in the worst case. */
const MAX_STEPS = 2_000_000;

/** A bound of the steps a backtracking engine takes at one start: `factor` times the length of the text to the `degree`. */
interface Cost {
  readonly degree: number;
  readonly factor: number;
}

const UNBOUNDED: Cost = { degree: Number.POSITIVE_INFINITY, factor: 1 };

/**
 * Returns the length up to which a RegExp of `tree` is proven to answer within a fixed number of steps; `Infinity` when
 * its time is linear, 0 when nothing is proven.
 *
 * Where the next character always decides how to go on, one start takes linear time. Elsewhere each repeat without
 * limit may end anywhere, which costs a factor of the length; repeats inside such a repeat prove nothing.
 */
export function longestSafeText(tree: PatternNode): number {
  const { degree, factor } = costOf(tree);
  const total = degree + (isAnchoredAtStart(tree) ? 0 : 1);
  if (!Number.isFinite(total) || factor > MAX_STEPS) return 0;
  if (total <= 1) return Number.POSITIVE_INFINITY;
  return Math.floor((MAX_STEPS / factor) ** (1 / total));
}

function costOf(node: PatternNode): Cost {
  switch (node.kind) {
    case 'set':
    case 'empty':
    case 'assertion':
    case 'keep':
      return { degree: 0, factor: 1 };
    case 'group':
    case 'look':
      return costOf(node.item);
    case 'sequence':
      return deterministicCost(node) ?? node.items.map(costOf).reduce(multiply);
    case 'alternation':
      return node.options.map(costOf).reduce(add);
    case 'repeat':
      return repeatCost(node);
    case 'atomic':
    case 'condition':
    case 'backreference':
      return UNBOUNDED;
  }
}

function deterministicCost(node: PatternNode): Cost | undefined {
  if (someNode(node, (inner) => inner.kind === 'look') || !isDeterministic(node)) return undefined;
  const isEndless = someNode(node, (inner) => inner.kind === 'repeat' && inner.max === Number.POSITIVE_INFINITY);
  return { degree: isEndless ? 1 : 0, factor: 1 };
}

function repeatCost(node: Extract<PatternNode, { kind: 'repeat' }>): Cost {
  const { item, min, max } = node;
  if (max === Number.POSITIVE_INFINITY) return isDeterministic(node) ? { degree: 1, factor: 1 } : UNBOUNDED;
  const once = costOf(item);
  const ends = max - min + 1;
  if (once.degree === 0 && once.factor === 1) return { degree: 0, factor: ends };
  return { degree: once.degree * max, factor: once.factor ** max * ends };
}

function multiply(left: Cost, right: Cost): Cost {
  return { degree: left.degree + right.degree, factor: left.factor * right.factor };
}

function add(left: Cost, right: Cost): Cost {
  return { degree: Math.max(left.degree, right.degree), factor: left.factor + right.factor };
}
