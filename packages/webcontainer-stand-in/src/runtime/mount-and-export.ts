import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { compileGlob } from '@cloche/search';
import { type Zippable, zipSync } from 'fflate';
import { contentsOf, type TreeFolder, type TreeNode, treeToJson, treeToSnapshot } from './file-tree.ts';

/** What of a folder is exported, and how. */
export interface SerializeOptions {
  readonly format: string;
  /** Globs of what comes along although an exclude matches it. */
  readonly includes?: readonly string[] | undefined;
  /** Globs, relative to the folder, of what stays behind, each with all below it. */
  readonly excludes?: readonly string[] | undefined;
}

/** Writes the files of a tree below a folder that exists; files of the same names are replaced. */
export function mountTree(tree: TreeFolder, folder: string): void {
  if (!statSync(folder).isDirectory()) {
    throw Object.assign(new Error(`ENOTDIR: not a directory, mount '${folder}'`), {
      code: 'ENOTDIR',
      syscall: 'mount',
    });
  }
  writeFolder(tree, folder);
}

function writeFolder(tree: TreeFolder, folder: string): void {
  for (const [name, node] of Object.entries(tree.d)) {
    const path = join(folder, name);
    if ('d' in node) {
      mkdirSync(path, { recursive: true });
      writeFolder(node, path);
    } else if ('l' in node.f) {
      rmSync(path, { recursive: true, force: true });
      symlinkSync(node.f.l, path);
    } else {
      writeFileSync(path, contentsOf(node.f));
    }
  }
}

const FORMATS: Readonly<Record<string, (tree: TreeNode) => Uint8Array>> = {
  json: treeToJson,
  binary: treeToSnapshot,
  zip: (tree) => zipSync('d' in tree ? zippable(tree) : {}),
};

/** Returns a folder, or a file, in one of the client's formats. */
export function serializeFolder(path: string, { format, includes, excludes }: SerializeOptions): Uint8Array {
  const write = FORMATS[format];
  if (!write) throw new Error(`cannot export as ${format}: formats are ${Object.keys(FORMATS).join(', ')}`);
  const isExcluded = matchAny(excludes);
  const isIncluded = matchAny(includes);
  const tree = readNode(path, '', (name) => !isExcluded(name) || isIncluded(name));
  return write(tree ?? { d: {} });
}

/** A folder that is excluded is there when something in it is included. */
function readNode(path: string, name: string, isTaken: (name: string) => boolean): TreeNode | undefined {
  const status = lstatSync(path);
  if (!status.isDirectory()) {
    if (name !== '' && !isTaken(name)) return undefined;
    if (status.isSymbolicLink()) return { f: { l: readlinkSync(path) } };
    return status.isFile() ? { f: { c: Uint8Array.from(readFileSync(path)) } } : undefined;
  }
  const entries = readdirSync(path).flatMap((entry) => {
    const node = readNode(join(path, entry), name === '' ? entry : `${name}/${entry}`, isTaken);
    return node ? [[entry, node] as const] : [];
  });
  return entries.length > 0 || name === '' || isTaken(name) ? { d: Object.fromEntries(entries) } : undefined;
}

function matchAny(patterns: readonly string[] = []): (name: string) => boolean {
  const globs = patterns.flatMap((pattern) =>
    [pattern, `${pattern}/**`].map((one) => compileGlob(one, { globstar: true, braces: true })),
  );
  return (name) => globs.some((glob) => glob.matches(name));
}

function zippable(tree: TreeFolder): Zippable {
  return Object.fromEntries(
    Object.entries(tree.d).map(([name, node]) => {
      if ('d' in node) return [name, zippable(node)];
      return [name, 'l' in node.f ? new TextEncoder().encode(node.f.l) : contentsOf(node.f)];
    }),
  );
}
