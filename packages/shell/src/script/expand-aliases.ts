import { type Command, forEachChild, type ParsedScript, type SyntaxNode, type WordNode } from './parse-script.ts';

const MAX_EXPANSIONS = 1_000;

interface Expansion {
  readonly name: string;
  start: number;
  end: number;
}

/**
 * Parses a candidate text and says how many of its statements belong to the unit that is read: all that begin before
 * `expandedEnd`, since an alias may bring lines of its own.
 */
export type ParseUnit = (text: string, expandedEnd: number) => { parsed: ParsedScript; count: number };

/**
 * Returns the text with the aliases of its first unit expanded, and how much longer it has become. An alias is not
 * expanded inside its own text; one that ends in a blank makes the next word a candidate too.
 *
 * @see Bash Reference Manual 6.6 Aliases
 */
export function expandAliases(
  text: string,
  aliases: ReadonlyMap<string, string>,
  parse: ParseUnit,
): { text: string; delta: number; expandedEnd: number } {
  let current = text;
  const expansions: Expansion[] = [];
  const nextWordStarts = new Set<number>();
  for (let round = 0; round < MAX_EXPANSIONS; round++) {
    const { parsed, count } = parse(current, endOf(expansions));
    const word = findCandidate(parsed, count, { aliases, expansions, nextWordStarts, text: current });
    if (!word) break;
    const value = aliases.get(word.text) ?? '';
    current = current.slice(0, word.pos) + value + current.slice(word.end);
    const change = value.length - (word.end - word.pos);
    moveAfter(expansions, nextWordStarts, word.end, change);
    expansions.push({ name: word.text, start: word.pos, end: word.pos + value.length });
    if (/[ \t]$/.test(value)) nextWordStarts.add(word.pos + value.length);
  }
  return { text: current, delta: current.length - text.length, expandedEnd: endOf(expansions) };
}

function endOf(expansions: readonly Expansion[]): number {
  return expansions.reduce((end, expansion) => Math.max(end, expansion.end), 0);
}

function moveAfter(expansions: Expansion[], starts: Set<number>, offset: number, change: number): void {
  for (const expansion of expansions) {
    if (expansion.start >= offset) expansion.start += change;
    if (expansion.end >= offset) expansion.end += change;
  }
  const moved = [...starts].map((start) => (start >= offset ? start + change : start));
  starts.clear();
  for (const start of moved) starts.add(start);
}

interface Search {
  readonly aliases: ReadonlyMap<string, string>;
  readonly expansions: readonly Expansion[];
  readonly nextWordStarts: ReadonlySet<number>;
  readonly text: string;
}

function findCandidate(parsed: ParsedScript, count: number, search: Search): WordNode | undefined {
  let found: WordNode | undefined;
  const consider = (word: WordNode | undefined): void => {
    if (word && isCandidate(word, search) && (!found || word.pos < found.pos)) found = word;
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Word') return;
    if (node.type === 'Command') considerCommand(node, search, consider);
    forEachChild(node, visit);
  };
  for (const statement of parsed.commands.slice(0, Math.max(count, 1))) visit(statement);
  return found;
}

function considerCommand(command: Command, search: Search, consider: (word: WordNode | undefined) => void): void {
  consider(command.name);
  if (search.nextWordStarts.size === 0) return;
  for (const item of command.suffix) {
    if (item.type !== 'Word') continue;
    const gap = [...search.nextWordStarts].some(
      (start) => item.pos >= start && search.text.slice(start, item.pos).replaceAll('\\\n', '').trim() === '',
    );
    if (gap) consider(item);
  }
}

function isCandidate(word: WordNode, { aliases, expansions, text }: Search): boolean {
  if (!aliases.has(word.text) || text.slice(word.pos, word.end) !== word.text) return false;
  return !expansions.some(
    (expansion) =>
      expansion.name === word.text &&
      word.pos >= expansion.start &&
      word.pos < Math.max(expansion.end, expansion.start + 1),
  );
}
