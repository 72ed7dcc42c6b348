import type { TreeNode, TreeReader } from './tree-reader.ts';

/** A way to show trees: as lines, as JSON, as XML. */
export interface TreeDrawing {
  /** What comes before everything. */
  readonly head: string;
  /** What stands between the drawings of two nodes beside each other. */
  readonly separator: string;
  /** Draws a node up to what is in it. */
  begin(node: TreeNode, place: TreePlace): string;
  /** Draws what follows on what is in it. */
  end(node: TreeNode): string;
  /** What comes after everything. */
  finish(totals: TreeTotals): string;
}

/** Where a node stands. */
export interface TreePlace {
  /** For each directory that it is in, from the second on, and for itself: whether it is the last there. */
  readonly isLast: readonly boolean[];
}

/** What was shown in all. */
export interface TreeTotals {
  directories: number;
  files: number;
  bytes: number;
}

/** Where drawings go. */
export interface TreeOutput {
  put(text: string): void;
  drain(): Promise<void> | undefined;
}

/** Draws trees one after the other. */
export async function drawTrees(
  roots: readonly string[],
  readerOf: (root: string) => Promise<TreeReader>,
  drawing: TreeDrawing,
  output: TreeOutput,
): Promise<void> {
  const totals: TreeTotals = { directories: 0, files: 0, bytes: 0 };
  const drawNode = async (reader: TreeReader, node: TreeNode, isLast: readonly boolean[]): Promise<void> => {
    const entries = await reader.open(node);
    count(node, totals);
    output.put(drawing.begin(node, { isLast }));
    const wait = output.drain();
    if (wait) await wait;
    for (const [index, entry] of entries.entries()) {
      if (index > 0) output.put(drawing.separator);
      await drawNode(reader, entry, [...isLast, index === entries.length - 1]);
    }
    output.put(drawing.end(node));
    // What was drawn is not kept.
    node.entries = [];
  };
  output.put(drawing.head);
  for (const [index, root] of roots.entries()) {
    if (index > 0) output.put(drawing.separator);
    const reader = await readerOf(root);
    const node = reader.root(root);
    await drawNode(reader, node, []);
    totals.bytes += node.size;
  }
  output.put(drawing.finish(totals));
}

function count(node: TreeNode, totals: TreeTotals): void {
  const { depth, stat, link, entries = [], note } = node;
  if (!stat) return;
  if ((link ? link.stat : stat)?.kind !== 'directory') totals.files++;
  else if (depth > 0 || entries.length > 0 || note !== undefined) totals.directories++;
}
