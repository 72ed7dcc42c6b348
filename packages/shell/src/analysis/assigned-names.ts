import { type Assignment, type Command, forEachChild, type SyntaxNode } from '../script/parse-script.ts';
import { READS_INTO_VARIABLES } from './builtin-effects.ts';

/** How the variables that a text assigns get their values. */
export interface AssignedNames {
  /** Only whole numbers that stand in the text, or results of arithmetic. */
  readonly numeric: ReadonlySet<string>;
  /** Anything else. */
  readonly other: ReadonlySet<string>;
}

const NUMBER = /^-?\d+$/;
const ARITHMETIC = /^\$\(\([^`]*\)\)$/;

/** Collects what a parsed script assigns, in all its parts. */
export function collectAssignedNames(root: SyntaxNode): AssignedNames {
  const numeric = new Set<string>();
  const other = new Set<string>();
  const note = (name: string, isNumeric: boolean): void => void (isNumeric ? numeric : other).add(name);
  const visit = (node: SyntaxNode): void => {
    switch (node.type) {
      case 'Assignment':
        note(node.name, isNumericAssignment(node));
        break;
      case 'For':
      case 'Select':
        note(
          node.name.text,
          node.wordlist?.every(({ text }) => NUMBER.test(text) || /^\{-?\d+\.\.-?\d+\}$/.test(text)) ?? false,
        );
        break;
      case 'Command':
        for (const name of namesThatAreRead(node)) note(name, false);
        break;
      case 'Coproc':
        note(node.name?.text ?? 'COPROC', false);
        break;
      case 'Word':
        // Names that builtins assign stand as plain words; `${name:=value}` assigns too.
        for (const [, name = ''] of node.text.matchAll(/\$\{([A-Za-z_]\w*):?=/g)) note(name, false);
        break;
      default:
        break;
    }
    forEachChild(node, visit);
  };
  visit(root);
  for (const name of other) numeric.delete(name);
  return { numeric, other };
}

/** Returns the names that a builtin puts text from elsewhere into. */
function namesThatAreRead({ name, args }: Command): string[] {
  if (!name || !READS_INTO_VARIABLES.has(name.value)) return [];
  const words = args.map(({ text }) => text);
  const named =
    name.value === 'printf' ? words.filter((word, index) => words[index - 1] === '-v' || word.startsWith('-v')) : words;
  return [
    ...named.map((word) => word.replace(/^-v/, '')).filter((word) => /^[A-Za-z_]\w*$/.test(word)),
    'REPLY',
    'MAPFILE',
  ];
}

function isNumericAssignment({ value, index }: Assignment): boolean {
  return index === undefined && value.type === 'Word' && (NUMBER.test(value.text) || ARITHMETIC.test(value.text));
}
