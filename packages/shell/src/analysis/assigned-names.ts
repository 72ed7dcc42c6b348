import { type Assignment, type Command, forEachChild, type SyntaxNode } from '../script/parse-script.ts';
import { createFinds, readText } from './read-word.ts';
import { isHarmlessAssignment } from './risky-variables.ts';

/** How the variables that a text assigns get their values. */
export interface AssignedNames {
  /** Only whole numbers that stand in the text, or results of arithmetic. */
  readonly numeric: ReadonlySet<string>;
  /** Anything else. */
  readonly other: ReadonlySet<string>;
  /** Those that are declared as integers. */
  readonly integer: ReadonlySet<string>;
}

const NUMBER = /^-?\d+$/;
const ARITHMETIC = /^\$\(\([^`]*\)\)$/;
/** Commands that print one number, alone or at the end of a pipeline. */
const COUNTS =
  /^"?\$\((?:[^`$()<>;&|\n\\'"]+\|)*\s*(?:wc -[clmw](?:\s*<\s*[\w./-]+)?|nproc|id -[gu]|date \+%[sNYjmdHMS])\s*\)"?$/;

/** Collects what a parsed script assigns, in all its parts. */
export function collectAssignedNames(root: SyntaxNode): AssignedNames {
  const numeric = new Set<string>();
  const other = new Set<string>();
  const integer = new Set<string>();
  const forOneLine = new Set<SyntaxNode>();
  const note = (name: string, isNumeric: boolean): void => void (isNumeric ? numeric : other).add(name);
  const visit = (node: SyntaxNode): void => {
    switch (node.type) {
      case 'Assignment':
        if (!forOneLine.has(node)) note(node.name, isNumericAssignment(node));
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
        for (const name of integerNames(node)) integer.add(name);
        for (const item of node.prefix)
          if (item.type === 'Assignment' && isHarmlessBefore(node.name?.value, item)) forOneLine.add(item);
        break;
      case 'Redirect':
      case 'HereString':
      case 'HereDoc':
        // `{name}>file` stores the number that the file gets.
        if (node.descriptor?.type === 'FileDescriptorVariable') note(node.descriptor.name.replace(/\[.*$/s, ''), true);
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
  return { numeric, other, integer };
}

/** `IFS= read` and `PAGER=cat git log` hold for that one command. */
function isHarmlessBefore(command: string | undefined, { name, value }: Assignment): boolean {
  if (command === undefined) return false;
  return (name === 'IFS' && command === 'read') || (value.type === 'Word' && isHarmlessAssignment(name, value.text));
}

/** How a builtin names the variables into which it puts text from elsewhere. */
interface Naming {
  /** Letters of options that take a value. */
  readonly valued: string;
  /** The one of them whose value is a name. */
  readonly naming?: string;
  /** Operands are names; of `let` they are expressions. */
  readonly operands: 'names' | 'expressions' | 'none';
}

const NAMING: Readonly<Record<string, Naming>> = {
  read: { valued: 'adinNptu', naming: 'a', operands: 'names' },
  mapfile: { valued: 'dnOsuCc', operands: 'names' },
  readarray: { valued: 'dnOsuCc', operands: 'names' },
  getopts: { valued: '', operands: 'names' },
  printf: { valued: 'v', naming: 'v', operands: 'none' },
  wait: { valued: 'p', naming: 'p', operands: 'none' },
  let: { valued: '', operands: 'expressions' },
};

/** Returns the names that a builtin puts text from elsewhere into. */
function namesThatAreRead({ name, args }: Command): string[] {
  const naming = name && Object.hasOwn(NAMING, name.value) ? NAMING[name.value] : undefined;
  if (!naming) return [];
  const found: string[] = [];
  const words = args.map(wordValue);
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (/^-./.test(word)) {
      const at = Array.from(word).findIndex((letter, place) => place > 0 && naming.valued.includes(letter));
      if (at < 0) continue;
      const value = at + 1 < word.length ? word.slice(at + 1) : (words[++index] ?? '');
      if (word.charAt(at) === naming.naming) found.push(value);
    } else if (naming.operands === 'names') found.push(word);
    else if (naming.operands === 'expressions') found.push(...(word.match(/[A-Za-z_]\w*/g) ?? []));
  }
  return [
    ...found.map((each) => each.replace(/\[.*$/s, '')).filter((each) => /^[A-Za-z_]\w*$/.test(each)),
    'REPLY',
    'MAPFILE',
  ];
}

/** Returns what a word comes to when it is fixed, quotes of every kind read; else its text without plain quotes. */
function wordValue({ text }: { readonly text: string }): string {
  return readText(text, 'argument', createFinds()) ?? text.replace(/["'\\]/g, '');
}

const DECLARES: ReadonlySet<string> = new Set(['declare', 'local', 'typeset', 'readonly', 'export']);

/** Returns the names that are declared as integers: what is assigned to them later is evaluated. */
function integerNames({ name, args }: Command): string[] {
  const words = args.map(wordValue);
  if (!name || !DECLARES.has(name.value) || !words.some((word) => /^-\w*i/.test(word))) return [];
  return words.flatMap((word) => /^([A-Za-z_]\w*)/.exec(word)?.[1] ?? []);
}

function isNumericAssignment({ value, index }: Assignment): boolean {
  return (
    index === undefined &&
    value.type === 'Word' &&
    (NUMBER.test(value.text) || ARITHMETIC.test(value.text) || COUNTS.test(value.text))
  );
}
