import { areDisjoint, type CharacterSet } from '../characters/character-set.ts';
import { type PatternNode, someNode } from './pattern-tree.ts';
import { isNullable } from './tree-facts.ts';

/** Patterns with more positions are not looked at. */
const MAX_POSITIONS = 120;

/**
 * Returns whether at every point of a match the next character leaves at most one way to go on (a strongly
 * deterministic, "one-unambiguous", expression): then a backtracking engine has nothing to retry, and the first match
 * that greedy repeats find is the longest.
 */
export function isDeterministic(tree: PatternNode): boolean {
  const positions = new PositionAutomaton();
  const facts = positions.add(tree);
  if (positions.isAmbiguous) return false;
  return facts !== undefined && positions.isUnique(facts.first) && positions.areFollowersUnique();
}

/** Returns whether the first way through, by Perl's rules, is the longest for every text. */
export function isFirstLongest(tree: PatternNode): boolean {
  const prefersShort = someNode(
    tree,
    (node) =>
      (node.kind === 'repeat' && node.mode === 'lazy') ||
      (node.kind === 'alternation' && node.options.slice(0, -1).some(isNullable)),
  );
  return !prefersShort && isDeterministic(tree);
}

/** What a part of the pattern begins and ends with; positions are numbers. */
interface PartFacts {
  readonly isNullable: boolean;
  readonly first: ReadonlySet<number>;
  readonly last: ReadonlySet<number>;
}

const NOTHING: PartFacts = { isNullable: true, first: new Set(), last: new Set() };

/** Glushkov's automaton: a position for each set of the pattern, repeats written out, and what may follow it. */
class PositionAutomaton {
  isAmbiguous = false;
  readonly #sets: CharacterSet[] = [];
  readonly #followers: Set<number>[] = [];

  add(node: PatternNode): PartFacts | undefined {
    if (this.#sets.length > MAX_POSITIONS) {
      this.isAmbiguous = true;
      return undefined;
    }
    switch (node.kind) {
      case 'set':
        return this.#position(node.set);
      case 'sequence':
        return this.#sequence(node.items);
      case 'alternation':
        return this.#alternation(node.options);
      case 'repeat':
        return this.#repeat(node);
      case 'group':
        return this.add(node.item);
      case 'empty':
      case 'assertion':
      case 'look':
      case 'keep':
        return NOTHING;
      case 'atomic':
      case 'condition':
      case 'backreference':
        this.isAmbiguous = true;
        return undefined;
    }
  }

  isUnique(positions: ReadonlySet<number>): boolean {
    const sets = [...positions].map((position) => this.#sets[position]);
    return sets.every((set, index) =>
      sets.slice(index + 1).every((other) => !set || !other || areDisjoint(set, other)),
    );
  }

  areFollowersUnique(): boolean {
    return this.#followers.every((followers) => this.isUnique(followers));
  }

  #position(set: CharacterSet): PartFacts {
    const position = this.#sets.push(set) - 1;
    this.#followers.push(new Set());
    const only = new Set([position]);
    return { isNullable: false, first: only, last: only };
  }

  #sequence(items: readonly PatternNode[]): PartFacts | undefined {
    let whole = NOTHING;
    for (const item of items) {
      const part = this.add(item);
      if (!part) return undefined;
      whole = this.#concatenate(whole, part);
    }
    return whole;
  }

  #concatenate(left: PartFacts, right: PartFacts): PartFacts {
    this.#link(left.last, right.first);
    return {
      isNullable: left.isNullable && right.isNullable,
      first: left.isNullable ? new Set([...left.first, ...right.first]) : left.first,
      last: right.isNullable ? new Set([...left.last, ...right.last]) : right.last,
    };
  }

  /** A link that was there already means two ways to the same place. */
  #link(from: ReadonlySet<number>, to: ReadonlySet<number>): void {
    for (const position of from) {
      const followers = this.#followers[position];
      for (const follower of to) {
        if (followers?.has(follower)) this.isAmbiguous = true;
        followers?.add(follower);
      }
    }
  }

  #alternation(options: readonly PatternNode[]): PartFacts | undefined {
    const parts: PartFacts[] = [];
    for (const option of options) {
      const part = this.add(option);
      if (!part) return undefined;
      parts.push(part);
    }
    if (parts.filter((part) => part.isNullable).length > 1) this.isAmbiguous = true;
    return {
      isNullable: parts.some((part) => part.isNullable),
      first: new Set(parts.flatMap((part) => [...part.first])),
      last: new Set(parts.flatMap((part) => [...part.last])),
    };
  }

  #repeat({ item, min, max }: Extract<PatternNode, { kind: 'repeat' }>): PartFacts | undefined {
    const isEndless = max === Number.POSITIVE_INFINITY;
    const copies = isEndless ? Math.max(min, 1) : max;
    let whole = NOTHING;
    for (let count = 1; count <= copies; count++) {
      const part = this.add(item);
      if (!part) return undefined;
      if (isEndless && count === copies) this.#link(part.last, part.first);
      const copy = count > min ? { ...part, isNullable: true } : part;
      whole = this.#concatenate(whole, copy);
    }
    return whole;
  }
}
