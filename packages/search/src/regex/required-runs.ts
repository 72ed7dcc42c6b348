import { encodeText } from '@cloche/system';
import type { CharacterSet } from '../characters/character-set.ts';
import { loosenEnds } from './loosen-ends.ts';
import { type AssertionKind, type PatternNode, sequenceOf } from './pattern-tree.ts';

/** The bytes that may stand at one place: 1 for each that may. */
export type ByteClass = Uint8Array;

/** Bytes that follow one another, each one of its class. */
export type ByteRun = readonly ByteClass[];

/** Runs of which every match holds at least one. */
export interface RequiredRuns {
  readonly runs: readonly ByteRun[];
  /** Where finding one of them is matching; `undefined` when the pattern must still be tried. */
  readonly matchesAt: RunPlace | undefined;
}

const MAX_RUNS = 64;
/** Classes with more bytes say too little to be worth their place in tables. */
const MAX_CLASS_BYTES = 64;
/** Runs that chance finds more often than once in 32 bytes are no filter. */
const MIN_BITS = 5;

/** Where in its line a run must stand to be a match. */
export type RunPlace = 'anywhere' | 'at the start' | 'at the end' | 'alone';

/** Returns runs for a quick test of bytes before the pattern is tried on a line; `undefined` when no useful ones are known. */
export function requiredRuns(tree: PatternNode): RequiredRuns | undefined {
  const { inner, place } = withoutAnchors(loosenEnds(tree));
  const whole = wholeRuns(inner);
  if (whole) return { runs: whole, matchesAt: whole.every(isOfOneLine) ? place : undefined };
  const runs = runsOf(inner);
  return runs && bitsOf(runs) >= MIN_BITS ? { runs, matchesAt: undefined } : undefined;
}

/** A run that may hold the end of a line may also lie across two of them. */
function isOfOneLine(run: ByteRun): boolean {
  return run.every((members) => members[10] !== 1 && members[0] !== 1);
}

/** Takes `^` and `$` from the ends of a sequence. */
function withoutAnchors(tree: PatternNode): { inner: PatternNode; place: RunPlace } {
  const items = tree.kind === 'sequence' ? tree.items : [tree];
  const isAnchor = (node: PatternNode | undefined, kinds: readonly AssertionKind[]): boolean =>
    node?.kind === 'assertion' && kinds.includes(node.assertion);
  const atStart = isAnchor(items[0], ['text-start', 'line-start']);
  const atEnd = items.length > 1 && isAnchor(items.at(-1), ['text-end', 'line-end']);
  const inner = sequenceOf(items.slice(atStart ? 1 : 0, atEnd ? -1 : undefined));
  return { inner, place: atStart ? (atEnd ? 'alone' : 'at the start') : atEnd ? 'at the end' : 'anywhere' };
}

/** Returns the runs that are all of the pattern. */
function wholeRuns(tree: PatternNode): ByteRun[] | undefined {
  const runs: ByteRun[] = [];
  for (const option of tree.kind === 'alternation' ? tree.options : [tree]) {
    const items = flatten(option);
    const classes = items.map((item) => (item.kind === 'set' ? classesOf(item.set) : undefined));
    if (items.length === 0 || classes.some((list) => !list)) return undefined;
    runs.push(classes.flatMap((list) => list ?? []));
  }
  return runs.length > 0 && runs.length <= MAX_RUNS ? runs : undefined;
}

function runsOf(node: PatternNode): readonly ByteRun[] | undefined {
  switch (node.kind) {
    case 'set':
    case 'sequence':
    case 'group':
      return bestOf(sequenceCandidates(flatten(node)));
    case 'alternation':
      return union(node.options.map(runsOf));
    case 'atomic':
      return runsOf(node.item);
    case 'repeat':
      return node.min > 0 ? bestOf(sequenceCandidates([node])) : undefined;
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
function sequenceCandidates(items: readonly PatternNode[]): (readonly ByteRun[] | undefined)[] {
  const candidates: (readonly ByteRun[] | undefined)[] = [];
  let run: ByteClass[] = [];
  const endRun = (): void => {
    if (run.length > 0) candidates.push([run]);
    run = [];
  };
  for (const item of items) {
    const classes = item.kind === 'set' ? classesOf(item.set) : undefined;
    if (classes) run.push(...classes);
    else if (item.kind === 'repeat' && item.min > 0 && item.item.kind === 'set' && classesOf(item.item.set)) {
      // What must be there at least stands at both ends of a repeat.
      const copies = Array.from({ length: Math.min(item.min, 16) }).flatMap(() => classesOf(repeatedSet(item)) ?? []);
      run.push(...copies);
      if (item.max === item.min && item.min <= 16) continue;
      endRun();
      run = [...copies];
    } else if (item.kind !== 'assertion') {
      endRun();
      if (item.kind === 'repeat') candidates.push(item.min > 0 ? runsOf(item.item) : undefined);
      else if (item.kind !== 'set') candidates.push(runsOf(item));
    }
  }
  endRun();
  return candidates;
}

function repeatedSet({ item }: Extract<PatternNode, { kind: 'repeat' }>): CharacterSet {
  if (item.kind !== 'set') throw new Error('only sets are repeated here');
  return item.set;
}

/** Groups and sequences inside do not interrupt a run of characters. */
function flatten(node: PatternNode): readonly PatternNode[] {
  if (node.kind === 'group') return flatten(node.item);
  return node.kind === 'sequence' ? node.items.flatMap(flatten) : [node];
}

/** Returns the classes of the bytes that a character of the set is made of, when they are always as many. */
function classesOf(set: CharacterSet): ByteClass[] | undefined {
  const { literal, ignoreCase, mayHoldNonAscii } = set;
  if (mayHoldNonAscii) {
    if (literal === undefined || (ignoreCase && literal.toLowerCase() !== literal.toUpperCase())) return undefined;
    return Array.from(encodeText(literal), singleByte);
  }
  const members = new Uint8Array(256);
  let count = 0;
  for (let byte = 0; byte < 0x80; byte++) {
    if (!set.has(byte)) continue;
    members[byte] = 1;
    count++;
  }
  return count > 0 && count <= MAX_CLASS_BYTES ? [members] : undefined;
}

function singleByte(byte: number): ByteClass {
  const members = new Uint8Array(256);
  members[byte] = 1;
  return members;
}

function bestOf(candidates: readonly (readonly ByteRun[] | undefined)[]): readonly ByteRun[] | undefined {
  let best: readonly ByteRun[] | undefined;
  for (const candidate of candidates) if (candidate && (!best || bitsOf(candidate) > bitsOf(best))) best = candidate;
  return best;
}

function union(options: readonly (readonly ByteRun[] | undefined)[]): readonly ByteRun[] | undefined {
  const all: ByteRun[] = [];
  for (const option of options) {
    if (!option) return undefined;
    all.push(...option);
  }
  return all.length <= MAX_RUNS ? all : undefined;
}

/** Bytes of source text and prose, the most common last. */
const BY_COMMONNESS =
  '@`~^%#&|\\?!ZQXYJVKWHGUBOFMDLPNRISAETC<>[]{}9876543+$*:;/"\'=-2jqzx10(),._vkwybghmpufdclsniorat\ne ';
const FREQUENCIES = frequencies();

function frequencies(): Float64Array {
  const weights = new Float64Array(256).fill(0.1);
  Array.from(BY_COMMONNESS, (character, rank) => {
    weights[character.charCodeAt(0)] = 1.07 ** rank;
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Returns how rare a byte is, between 0 and 1: how often it stands at a place of ordinary text. */
export function byteFrequency(byte: number): number {
  return FREQUENCIES[byte] ?? 0;
}

/** How rarely chance finds one of the runs, as a power of two. */
function bitsOf(runs: readonly ByteRun[]): number {
  let chance = 0;
  for (const run of runs) chance += run.reduce((product, members) => product * classFrequency(members), 1);
  return -Math.log2(chance);
}

function classFrequency(members: ByteClass): number {
  let sum = 0;
  for (let byte = 0; byte < 256; byte++) if (members[byte] === 1) sum += FREQUENCIES[byte] ?? 0;
  return sum;
}
