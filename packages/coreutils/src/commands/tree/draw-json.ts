import type { ParsedArguments } from '../../arguments/parse-options.ts';
import type { TreeDrawing } from './tree-drawing.ts';
import type { TreeFacts } from './tree-facts.ts';
import type { TreeNode } from './tree-reader.ts';
import type { TreeOption } from './tree-usage.ts';

/** Types of nodes, as JSON and XML have them. */
export const NODE_TYPES: Readonly<Record<NonNullable<TreeNode['stat']>['kind'], string>> = {
  file: 'file',
  directory: 'directory',
  symlink: 'link',
  'character-device': 'char',
  'block-device': 'block',
  fifo: 'fifo',
  socket: 'socket',
};

/** Creates the drawing as a JSON array of the trees and a report. */
export function createJsonDrawing(given: ParsedArguments<TreeOption>, facts: TreeFacts): TreeDrawing {
  const isCompact = given.has('noIndent');
  const newline = isCompact ? '' : '\n';
  const indent = (depth: number): string => (isCompact ? '' : '  '.repeat(depth + 1));
  const member = (name: string, value: string | number): string => `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  return {
    head: `[${newline}`,
    separator: `,${newline}`,
    begin(node) {
      const { stat, link, depth, note, entries = [] } = node;
      const members = [
        member('type', stat ? NODE_TYPES[stat.kind] : 'unknown'),
        member('name', given.has('fullPath') ? node.path : node.name),
        ...(link && depth > 0 ? [member('target', link.target)] : []),
        ...facts(node).map(({ name, value }) => member(name, value)),
      ];
      const error = note === undefined ? '' : `{"error": ${JSON.stringify(note)}}${depth === 0 ? newline : ''}`;
      const contents = entries.length > 0 ? newline : error;
      const isOpen = entries.length > 0 || note !== undefined;
      return `${indent(depth)}{${members.join(',')}${isOpen ? `,"contents":[${contents}` : '}'}`;
    },
    end({ depth, note, entries = [] }) {
      return entries.length > 0 || note !== undefined ? `${newline}${indent(depth)}]}` : '';
    },
    finish({ directories, files, bytes }) {
      if (given.has('noReport')) return `${newline}${newline}]\n`;
      const members = [
        member('type', 'report'),
        ...(given.has('usage') ? [member('size', bytes)] : []),
        member('directories', directories),
        ...(given.has('directories') ? [] : [member('files', files)]),
      ];
      return `${newline},${newline}${indent(0)}{${members.join(',')}}${newline}]\n`;
    },
  };
}
