import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { isOrphan, type PaintName } from './tree-colors.ts';
import type { TreeDrawing, TreeTotals } from './tree-drawing.ts';
import { isHuman, sizeText, type TreeFacts } from './tree-facts.ts';
import type { TreeNode } from './tree-reader.ts';
import type { TreeOption } from './tree-usage.ts';

/** What the lines of a tree are drawn with. */
interface Branches {
  readonly middle: string;
  readonly last: string;
  readonly beside: string;
  readonly blank: string;
  /** What all of them together stand in. */
  readonly around?: readonly [string, string];
}

const UTF8_BRANCHES: Branches = { middle: '├── ', last: '└── ', beside: '│\u00a0\u00a0 ', blank: '    ' };
const ASCII_BRANCHES: Branches = { middle: '|-- ', last: '`-- ', beside: '|   ', blank: '    ' };
const ANSI_BRANCHES: Branches = {
  middle: 'tqq ',
  last: 'mqq ',
  beside: 'x   ',
  blank: '    ',
  around: ['\x1b(0', '\x1b(B'],
};
/** Single bytes, which are no UTF-8. */
const CODE_PAGE_BRANCHES: Branches = {
  middle: '\udcc3\udcc4\udcc4 ',
  last: '\udcc0\udcc4\udcc4 ',
  beside: '\udcb3   ',
  blank: '    ',
};
const NO_BRANCHES: Branches = { middle: '', last: '', beside: '', blank: '' };

/** Creates the drawing with a line for each file. */
export function createLineDrawing(given: ParsedArguments<TreeOption>, facts: TreeFacts, paint: PaintName): TreeDrawing {
  const branches = branchesOf(given);
  const [before, after] = branches.around ?? ['', ''];
  const showName = nameWriter(given);
  const marks = given.has('classify') && !given.has('directories');
  const markOf = (stat: TreeNode['stat']): string => (marks && stat ? mark(stat) : '');

  const label = (node: TreeNode): string => {
    const { depth, link, stat } = node;
    const name = given.has('fullPath') ? node.path : node.name;
    const shown = paint(showName(name), name, stat, isOrphan(node));
    if (!link || depth === 0) return shown + markOf(stat);
    return `${shown} -> ${paint(showName(link.target), link.target, link.stat, false)}${markOf(link.stat)}`;
  };

  return {
    head: '',
    separator: '',
    begin(node, { isLast }) {
      const indent = isLast
        .map((last, index) => {
          if (index === isLast.length - 1) return last ? branches.last : branches.middle;
          return last ? branches.blank : branches.beside;
        })
        .join('');
      const lines = indent === '' ? '' : before + indent + after;
      const columns = facts(node).flatMap(({ column }) => (column === '' ? [] : [column]));
      const brackets = columns.length > 0 ? `[${columns.join(' ')}]  ` : '';
      const note = node.note === undefined ? '' : `  [${node.note}]`;
      return `${given.has('metaFirst') ? brackets + lines : lines + brackets}${label(node)}${note}\n`;
    },
    end: () => '',
    finish: (totals) => (given.has('noReport') ? '' : report(totals, given)),
  };
}

function branchesOf(given: ParsedArguments<TreeOption>): Branches {
  if (given.has('noIndent')) return NO_BRANCHES;
  if (given.has('ansiLines')) return ANSI_BRANCHES;
  if (given.has('codePageLines')) return CODE_PAGE_BRANCHES;
  return /^utf-?8$/i.test(given.value('charset') ?? 'UTF-8') ? UTF8_BRANCHES : ASCII_BRANCHES;
}

function nameWriter(given: ParsedArguments<TreeOption>): (name: string) => string {
  const quotes = given.has('quote') ? '"' : '';
  const escape = (name: string): string =>
    name.replaceAll(/[\x00-\x1f\x7f\udc80-\udcff]/g, (character) =>
      given.has('questionMarks') ? '?' : `\\${(character.charCodeAt(0) & 0xff).toString(8).padStart(3, '0')}`,
    );
  return (name) => quotes + (given.has('literal') ? name : escape(name)) + quotes;
}

function mark({ kind, mode }: NonNullable<TreeNode['stat']>): string {
  switch (kind) {
    case 'directory':
      return '/';
    case 'symlink':
      return '@';
    case 'fifo':
      return '|';
    case 'socket':
      return '=';
    case 'file':
      return (mode & 0o111) === 0 ? '' : '*';
    case 'block-device':
    case 'character-device':
      return '';
  }
}

function report({ directories, files, bytes }: TreeTotals, given: ParsedArguments<TreeOption>): string {
  const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
  const size = sizeText(bytes, given).padStart(isHuman(given) ? 4 : 11);
  const used = given.has('usage') ? ` ${size}${isHuman(given) ? '' : ' bytes'} used in ` : '';
  const shown = given.has('directories') ? '' : `, ${plural(files, 'file', 'files')}`;
  return `\n${used}${plural(directories, 'directory', 'directories')}${shown}\n`;
}
