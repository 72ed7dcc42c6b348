import type { WordNode } from '../script/parse-script.ts';
import { expandBraces } from '../words/expand-braces.ts';
import { parseWord, type WordContext } from '../words/parse-word.ts';
import type { NestedScript, ParameterExpansion, Word, WordPart } from '../words/word.ts';
import type { AnalysisProblem, AnalyzedWord } from './command-analysis.ts';

/** What is inside a word besides its text. */
export interface WordFinds {
  readonly scripts: { readonly script: NestedScript; readonly isProcess: boolean }[];
  /** Names that arithmetic in the word looks up. */
  readonly arithmeticNames: Set<string>;
  readonly problems: AnalysisProblem[];
}

/** Creates an empty collection. */
export function createFinds(): WordFinds {
  return { scripts: [], arithmeticNames: new Set(), problems: [] };
}

/** A command that prints a number and nothing else. */
const PRINTS_NUMBER = /^\s*nproc(?:\s+--all)?\s*$/;

/** A quoted piece of a word, where only the unquoted characters count. */
const QUOTED = '\0';
const PATTERN = /[*?]|\[[^]*\]|[+@!]\(/;

/** Reads an argument as the shell does, and notes the scripts inside. */
export function readArgument({ text }: WordNode, finds: WordFinds): AnalyzedWord {
  const words = expandBraces(text).map((piece) => parseWord(piece, 'argument'));
  for (const word of words) collectWord(word, finds);
  const [only] = words;
  const isPattern = words.some(({ parts }) => PATTERN.test(unquotedText(parts)));
  const isFixed = words.length === 1 && !isPattern && only?.parts.every(({ kind }) => kind === 'literal') === true;
  const value = isFixed ? literalText(only?.parts ?? []) : undefined;
  return {
    text,
    value,
    isBare: value === text && !/[\\'"]/.test(text),
    isPattern,
    isSingle: words.length === 1 && !isPattern && (only?.parts.every(staysOne) ?? false),
    start: startOf(words),
  };
}

/** Returns the fixed text with which all that a word becomes begins. */
function startOf(words: readonly Word[]): string {
  const starts = words.map(({ parts }) => {
    // An expansion that is split makes more words, which begin with anything.
    if (parts.some((part) => part.kind !== 'literal' && !staysOne(part))) return '';
    const end = parts.findIndex(
      (part) => part.kind !== 'literal' || (!part.isQuoted && /[*?[\]()|!+@\\]/.test(part.text)),
    );
    const text = literalText(end < 0 ? parts : parts.slice(0, end));
    const part = parts[end];
    return part?.kind === 'literal' ? text + (/^[^*?[\]()|!+@\\]*/.exec(part.text)?.[0] ?? '') : text;
  });
  const [first = ''] = starts;
  // What begins with different texts begins with none that counts, unless none of them is an option.
  if (starts.every((start) => start === first)) return first;
  return starts.every((start) => /^[^-]/.test(start)) ? first.charAt(0) : '';
}

function literalText(parts: readonly WordPart[]): string {
  return parts.map((part) => (part.kind === 'literal' ? part.text : '')).join('');
}

/** Returns the text in which pattern characters count; what is quoted or expanded is one other character. */
function unquotedText(parts: readonly WordPart[]): string {
  return parts.map((part) => (part.kind === 'literal' && !part.isQuoted ? part.text : QUOTED)).join('');
}

function staysOne(part: WordPart): boolean {
  switch (part.kind) {
    case 'literal':
    case 'tilde':
    case 'process':
      return true;
    case 'parameter':
      return part.isQuoted && part.expansion.name !== '@' && part.expansion.subscript?.kind !== 'all';
    case 'command':
      return part.isQuoted || PRINTS_NUMBER.test(part.script.text);
    case 'arithmetic':
      return part.isQuoted;
  }
}

/** Reads a text in some context, notes the scripts inside, and returns its value when it is fixed. */
export function readText(text: string, context: WordContext, finds: WordFinds): string | undefined {
  const word = parseWord(text, context);
  collectWord(word, finds);
  return word.parts.every(({ kind }) => kind === 'literal') ? literalText(word.parts) : undefined;
}

/** Notes what an arithmetic expression looks up and runs. */
export function readArithmetic(text: string, finds: WordFinds): void {
  collectArithmetic(parseWord(text, 'arithmetic'), finds);
}

/** Reads an argument whose value is evaluated as arithmetic when the command runs. */
export function readEvaluated(text: string, finds: WordFinds): void {
  collectArithmetic(parseWord(text, 'argument'), finds);
}

/** Reads the name of a variable that is looked at when the command runs; its subscript is evaluated then. */
export function readVariableName(text: string, finds: WordFinds): void {
  const value = readText(text, 'assignment', finds);
  if (value === undefined) finds.problems.push(evaluates(text));
  else readArithmetic(value, finds);
}

function collectWord({ parts }: Word, finds: WordFinds): void {
  for (const part of parts) collectPart(part, finds);
}

function collectPart(part: WordPart, finds: WordFinds): void {
  switch (part.kind) {
    case 'literal':
    case 'tilde':
      return;
    case 'command':
      finds.scripts.push({ script: part.script, isProcess: false });
      return;
    case 'process':
      finds.scripts.push({ script: part.script, isProcess: true });
      return;
    case 'arithmetic':
      collectArithmetic(part.expression, finds);
      return;
    case 'parameter':
      collectParameter(part.expansion, finds);
      return;
  }
}

/** The value of a variable in an expression is an expression again, which may run commands in a subscript. */
function collectArithmetic(expression: Word, finds: WordFinds): void {
  collectWord(expression, finds);
  for (const part of expression.parts) {
    if (part.kind === 'literal') {
      if (/[$`]/.test(part.text)) finds.problems.push(evaluates(part.text));
      for (const [name] of part.text.replace(/\d+#\w+|0[xX][\dA-Fa-f]+/g, '').matchAll(/[A-Za-z_]\w*/g))
        finds.arithmeticNames.add(name);
    } else if (part.kind === 'parameter') {
      if (/^[A-Za-z_]/.test(part.expansion.name) && !part.expansion.isLength)
        finds.arithmeticNames.add(part.expansion.name);
      else if (/^[@*0-9]+$/.test(part.expansion.name) && !part.expansion.isLength)
        finds.problems.push(evaluates(part.expansion.text));
    } else if (part.kind === 'command') finds.problems.push(evaluates('the output of a command'));
  }
}

function collectParameter(
  { name, subscript, isIndirect, operation, text }: ParameterExpansion,
  finds: WordFinds,
): void {
  if (isIndirect && operation?.kind !== 'names') finds.problems.push(evaluates(text));
  if (subscript?.kind === 'element') {
    // The subscript of an indexed array is arithmetic.
    collectArithmetic(subscript.word, finds);
  }
  if (/^BASH_(?:CMDS|ALIASES)$/.test(name)) finds.problems.push(evaluates(text));
  if (!operation) return;
  switch (operation.kind) {
    case 'default':
      collectWord(operation.operand, finds);
      return;
    case 'slice':
      collectArithmetic(operation.offset, finds);
      if (operation.length) collectArithmetic(operation.length, finds);
      return;
    case 'remove':
      collectWord(operation.pattern, finds);
      return;
    case 'replace':
      collectWord(operation.pattern, finds);
      collectWord(operation.replacement, finds);
      return;
    case 'case':
      if (operation.pattern) collectWord(operation.pattern, finds);
      return;
    case 'transform':
      // `@P` expands the value as a prompt, commands included.
      if (operation.operator === 'P') finds.problems.push(evaluates(text));
      return;
    case 'names':
    case 'bad':
      return;
  }
}

function evaluates(text: string): AnalysisProblem {
  return { kind: 'evaluates-text', message: `${text}: its value is evaluated, and may run commands` };
}
