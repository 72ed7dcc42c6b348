import { decode as decodeMessagePack, encode as encodeMessagePack } from '@msgpack/msgpack';

/** A folder of files as the client sends and gets it: in JSON with strings, in a binary snapshot with bytes. */
export interface TreeFolder {
  readonly d: Readonly<Record<string, TreeNode>>;
}

/** A file (`b` says that each character of `c` is one byte) or, with `l`, a symbolic link. */
export interface TreeFile {
  readonly f: { readonly c: string | Uint8Array; readonly b?: true } | { readonly l: string };
}

export type TreeNode = TreeFolder | TreeFile;

const OPENING_BRACE = 0x7b;
const MAX_DEPTH = 200;

/** Reads a tree in either form. Throws when it is none, or has a name that is no name of a file. */
export function readTree(bytes: Uint8Array): TreeFolder {
  const isJson = bytes[0] === OPENING_BRACE;
  const tree: unknown = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : decodeMessagePack(bytes);
  const folder = checkNode(tree, '', 0);
  if (!('d' in folder)) throw new Error('the files to mount are not a folder');
  return folder;
}

/** Returns a tree as the client reads it: JSON in UTF-8. */
export function treeToJson(tree: TreeNode): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(tree, replaceBytes));
}

/** Returns a tree as a binary snapshot, which can be mounted. */
export function treeToSnapshot(tree: TreeNode): Uint8Array {
  return encodeMessagePack(tree, { maxDepth: MAX_DEPTH * 4 }).slice();
}

/** Returns the bytes of a file's contents. */
export function contentsOf(file: { readonly c: string | Uint8Array; readonly b?: true }): Uint8Array {
  if (typeof file.c !== 'string') return file.c;
  return Buffer.from(file.c, file.b ? 'latin1' : 'utf8');
}

function replaceBytes(_key: string, value: unknown): unknown {
  if (!isRecord(value) || !(value['c'] instanceof Uint8Array)) return value;
  const bytes = value['c'];
  const text = Buffer.from(bytes).toString('utf8');
  // A text that would not come back as these bytes goes byte by byte.
  return Buffer.from(text, 'utf8').equals(bytes) && !text.startsWith('\uFEFF')
    ? { c: text }
    : { c: Buffer.from(bytes).toString('latin1'), b: true };
}

function checkNode(node: unknown, path: string, depth: number): TreeNode {
  if (depth > MAX_DEPTH) throw new Error(`the files to mount are nested deeper than ${MAX_DEPTH} at ${path}`);
  if (isRecord(node)) {
    const { d, f } = node;
    if (isRecord(d)) {
      return {
        d: Object.fromEntries(
          Object.entries(d).map(([name, child]) => [checkName(name), checkNode(child, `${path}/${name}`, depth + 1)]),
        ),
      };
    }
    if (isRecord(f)) {
      const { c, b, l } = f;
      if (typeof l === 'string') return { f: { l } };
      if (typeof c === 'string') return { f: b === true ? { c, b } : { c } };
      if (c instanceof Uint8Array) return { f: { c } };
    }
  }
  throw new Error(`the files to mount have neither folder, file nor link at ${path === '' ? '/' : path}`);
}

function checkName(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) {
    throw new Error(`the files to mount have ${JSON.stringify(name)} as a name, which is none`);
  }
  return name;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}
