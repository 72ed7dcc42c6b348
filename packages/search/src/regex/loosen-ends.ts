import { alternationOf, type PatternNode, sequenceOf } from './pattern-tree.ts';
import { needsBacktracking } from './tree-facts.ts';

/**
 * Returns a pattern that matches somewhere in exactly the texts in which `tree` does, though not the same parts of them:
 * what may be repeated at either end is taken as rarely as it may. `\w+Error` becomes `\wError`, `(a+)+$` becomes `a$`,
 * which are found without going back.
 */
export function loosenEnds(tree: PatternNode): PatternNode {
  return needsBacktracking(tree) ? tree : loosen(tree, true, true);
}

function loosen(node: PatternNode, atStart: boolean, atEnd: boolean): PatternNode {
  switch (node.kind) {
    case 'group':
      return loosen(node.item, atStart, atEnd);
    case 'alternation':
      return alternationOf(node.options.map((option) => loosen(option, atStart, atEnd)));
    case 'sequence':
      return loosenSequence(node.items, atStart, atEnd);
    case 'repeat': {
      if (node.min === 0) return { kind: 'empty' };
      if (node.min > 1) return { ...node, max: node.min };
      return loosen(node.item, atStart, atEnd);
    }
    default:
      return node;
  }
}

function loosenSequence(given: readonly PatternNode[], atStart: boolean, atEnd: boolean): PatternNode {
  const items = [...given];
  while (atStart && items[0]?.kind === 'repeat' && items[0].min === 0) items.shift();
  while (atEnd && isOptional(items.at(-1))) items.pop();
  const last = items.length - 1;
  return sequenceOf(
    items.map((item, index) => {
      const isFirst = atStart && index === 0;
      const isLast = atEnd && index === last;
      return isFirst || isLast ? loosen(item, isFirst, isLast) : item;
    }),
  );
}

function isOptional(node: PatternNode | undefined): boolean {
  return node?.kind === 'repeat' && node.min === 0;
}
