import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { NODE_TYPES } from './draw-json.ts';
import type { TreeDrawing } from './tree-drawing.ts';
import type { TreeFacts } from './tree-facts.ts';
import type { TreeNode } from './tree-reader.ts';
import type { TreeOption } from './tree-usage.ts';

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Creates the drawing as an XML document. */
export function createXmlDrawing(given: ParsedArguments<TreeOption>, facts: TreeFacts): TreeDrawing {
  const isCompact = given.has('noIndent');
  const newline = isCompact ? '' : '\n';
  const indent = (depth: number): string => (isCompact ? '' : '  '.repeat(depth + 1));
  const elementOf = ({ stat }: TreeNode): string => (stat ? NODE_TYPES[stat.kind] : 'unknown');
  return {
    head: `<?xml version="1.0" encoding="UTF-8"?>${newline}<tree>${newline}`,
    separator: '',
    begin(node) {
      const { link, depth, note, entries = [] } = node;
      const attributes = [
        attribute('name', given.has('fullPath') ? node.path : node.name),
        ...(link && depth > 0 ? [attribute('target', link.target)] : []),
        ...facts(node).map(({ name, value }) => attribute(name, String(value))),
      ];
      const error = note === undefined ? '' : `<error>${escape(note)}</error>`;
      const breaks = entries.length > 0 || depth === 0 ? '\n' : '';
      return `${indent(depth)}<${elementOf(node)}${attributes.join('')}>${error}${breaks}`;
    },
    end(node) {
      const { depth, entries = [] } = node;
      const before = entries.length > 0 || depth === 0 ? indent(depth) : '';
      return `${before}</${elementOf(node)}>${newline}`;
    },
    finish({ directories, files, bytes }) {
      const lines = [
        ...(given.has('usage') ? [`<size>${bytes}</size>`] : []),
        `<directories>${directories}</directories>`,
        ...(given.has('directories') ? [] : [`<files>${files}</files>`]),
      ].map((line) => `${indent(1)}${line}${newline}`);
      const report = `${indent(0)}<report>${newline}${lines.join('')}${indent(0)}</report>${newline}`;
      return `${given.has('noReport') ? '' : report}</tree>\n`;
    },
  };
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escape(value)}"`;
}

function escape(text: string): string {
  return text.replaceAll(/[<>&"]/g, (character) => ENTITIES[character] ?? character);
}
