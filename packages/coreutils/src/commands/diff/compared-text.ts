import { expandTabs } from './line-layout.ts';

/** What makes lines count as equal. */
export interface LineRules {
  readonly ignoresCase: boolean;
  /** `all` drops white space, `changes` takes runs of it for one blank, `trailing` drops it at the end. */
  readonly blanks: 'exact' | 'all' | 'changes' | 'trailing';
  /** Width of tabs where it does not matter whether there are tabs or blanks. */
  readonly tabSize: number | undefined;
}

/** A file as it is compared. */
export interface ComparedText {
  /** Without their newlines. */
  readonly lines: readonly string[];
  readonly endsWithNewline: boolean;
}

/** Divides a file into lines. */
export function comparedText(text: string): ComparedText {
  if (text === '') return { lines: [], endsWithNewline: true };
  const lines = text.split('\n');
  const endsWithNewline = lines.at(-1) === '';
  if (endsWithNewline) lines.pop();
  return { lines, endsWithNewline };
}

/** Numbers the lines of both files, equal ones the same. */
export function numberLines(
  left: ComparedText,
  right: ComparedText,
  rules: LineRules,
): { readonly left: Int32Array; readonly right: Int32Array } {
  const numbers = new Map<string, number>();
  const numberAll = ({ lines, endsWithNewline }: ComparedText): Int32Array =>
    Int32Array.from(lines, (line, index) => {
      const isCut = index === lines.length - 1 && !endsWithNewline && rules.blanks === 'exact';
      const key = keyOf(line, rules) + (isCut ? '\n' : '');
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, numbers.size);
      return numbers.size - 1;
    });
  return { left: numberAll(left), right: numberAll(right) };
}

function keyOf(line: string, { ignoresCase, blanks, tabSize }: LineRules): string {
  const plain = tabSize === undefined ? line : expandTabs(line, tabSize);
  const cased = ignoresCase ? plain.toLowerCase() : plain;
  switch (blanks) {
    case 'exact':
      return cased;
    case 'all':
      return cased.replaceAll(/\s+/g, '');
    case 'changes':
      return cased.replace(/\s+$/, '').replaceAll(/\s+/g, ' ');
    case 'trailing':
      return cased.replace(/\s+$/, '');
  }
}
