import type { FileSystemTree } from '@webcontainer/api';
import type { TreeFolder, TreeNode } from '../runtime/file-tree.ts';

/** Returns a tree in the form in which the client sends it: binary contents as a string of bytes. */
export function toInternalTree(tree: FileSystemTree): TreeFolder {
  const nodes = Object.entries(tree).map(([name, node]): [string, TreeNode] => {
    if ('directory' in node) return [name, toInternalTree(node.directory)];
    if ('symlink' in node.file) return [name, { f: { l: node.file.symlink } }];
    const { contents } = node.file;
    return [name, { f: typeof contents === 'string' ? { c: contents } : { c: byteString(contents), b: true } }];
  });
  return { d: Object.fromEntries(nodes) };
}

function byteString(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
