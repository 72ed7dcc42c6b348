import { decodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';

const USAGE: CommandUsage<never> = {
  name: 'tsort',
  synopsis: ['[OPTION] [FILE]'],
  summary: 'Write a totally ordered list consistent with the partial ordering in FILE.',
  options: {},
};

/** Sorts pairs topologically. */
export const tsort: Program = defineCommand(USAGE, async (run) => {
  const [name = '-', extra] = run.arguments.operands;
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
  await run.eachInput(
    async ({ reader }) => {
      const words = decodeText(await readAll(reader))
        .split(/\s+/)
        .filter(Boolean);
      if (words.length % 2 !== 0) return run.fail(`${name}: input contains an odd number of tokens`);
      const graph = new Map<string, Node>();
      for (let index = 0; index < words.length; index += 2) relate(graph, words[index] ?? '', words[index + 1] ?? '');
      await writeInOrder(
        graph,
        name,
        (text) => run.output.putText(text),
        (message) => run.fail(message),
      );
    },
    { operands: [name] },
  );
  return run.status;
});

/** A word, how many must come before it, and those that come behind it. */
interface Node {
  before: number;
  readonly behind: string[];
}

function relate(graph: Map<string, Node>, first: string, second: string): void {
  const node = nodeOf(graph, first);
  const other = nodeOf(graph, second);
  if (first === second) return;
  node.behind.unshift(second);
  other.before++;
}

function nodeOf(graph: Map<string, Node>, word: string): Node {
  const known = graph.get(word);
  if (known) return known;
  const fresh: Node = { before: 0, behind: [] };
  graph.set(word, fresh);
  return fresh;
}

async function writeInOrder(
  graph: Map<string, Node>,
  name: string,
  put: (text: string) => void,
  fail: (message: string) => Promise<void>,
): Promise<void> {
  const sorted = [...graph.keys()].sort();
  let ready = sorted.filter((word) => graph.get(word)?.before === 0);
  const left = new Set(sorted);
  while (left.size > 0) {
    for (let word = ready.shift(); word !== undefined; word = ready.shift()) {
      put(`${word}\n`);
      left.delete(word);
      for (const next of graph.get(word)?.behind ?? []) {
        const node = graph.get(next);
        if (node && --node.before === 0) ready.push(next);
      }
    }
    if (left.size === 0) return;
    const loop = findLoop(graph, left);
    await fail(`${name}: input contains a loop:`);
    for (const word of loop) await fail(word);
    const [start = ''] = loop;
    const node = graph.get(start);
    if (node) node.before = 0;
    ready = [start];
  }
}

function findLoop(graph: Map<string, Node>, left: ReadonlySet<string>): string[] {
  const [first = ''] = left;
  const path = [first];
  for (;;) {
    const last = path.at(-1) ?? '';
    const previous = [...left].find((word) => graph.get(word)?.behind.includes(last)) ?? last;
    const at = path.indexOf(previous);
    if (at >= 0) return [previous, ...path.slice(at + 1).reverse()];
    path.push(previous);
  }
}
