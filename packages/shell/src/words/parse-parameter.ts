import { findClosing } from './balanced-text.ts';
import type { WordContext, WordScanner } from './parse-word.ts';
import { createWord, type ParameterExpansion, type ParameterOperation, type Subscript, type Word } from './word.ts';
import { WordSyntaxError } from './word-syntax-error.ts';

const PARAMETER = /[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-]/y;

/** Parses `${…}` at the scanner's position and leaves it after the closing brace. */
export function parseBracedParameter(
  scanner: WordScanner,
  isQuoted: boolean,
  operandContext: 'operand' | 'assignment',
): ParameterExpansion {
  const start = scanner.index;
  scanner.index += 2;
  const { isLength, isIndirect } = readPrefix(scanner);
  const name = readName(scanner);
  const subscript = name === '' || !/\w/.test(name) ? undefined : readSubscript(scanner);
  const operation =
    name === '' ? skipBad(scanner) : readOperation(scanner, { isQuoted, isIndirect, isLength, operandContext });
  if (scanner.text[scanner.index] !== '}') throw new WordSyntaxError("unexpected EOF while looking for matching `}'");
  scanner.index++;
  return { name, subscript, isLength, isIndirect, operation, text: scanner.text.slice(start, scanner.index) };
}

function readPrefix(scanner: WordScanner): { isLength: boolean; isIndirect: boolean } {
  const rest = scanner.text.slice(scanner.index, scanner.index + 3);
  const isLength = /^#([A-Za-z_0-9@*?$!]|[#-]\})/.test(rest);
  const isIndirect = !isLength && /^!([A-Za-z_0-9@*#?$!-])/.test(rest) && !rest.startsWith('!-');
  if (isLength || isIndirect) scanner.index++;
  return { isLength, isIndirect };
}

function readName(scanner: WordScanner): string {
  PARAMETER.lastIndex = scanner.index;
  const name = PARAMETER.exec(scanner.text)?.[0] ?? '';
  scanner.index += name.length;
  return name;
}

function readSubscript(scanner: WordScanner): Subscript | undefined {
  const { text } = scanner;
  if (text[scanner.index] !== '[') return undefined;
  const start = scanner.index + 1;
  const end = findClosing(text, start, '[', ']');
  if (end === undefined) return undefined;
  scanner.index = end + 1;
  return createSubscript(text.slice(start, end), (inner) => scanner.parseNested(inner, 'operand'));
}

/** Makes a subscript of what stands between the brackets of `a[…]`. */
export function createSubscript(text: string, parse: (text: string) => Word): Subscript {
  if (text === '@' || text === '*') return { kind: 'all', joiner: text };
  return { kind: 'element', word: parse(text), text };
}

interface OperationContext {
  readonly isQuoted: boolean;
  readonly isIndirect: boolean;
  readonly isLength: boolean;
  /** What the unquoted operand of `${x-…}` is: in an assignment tildes follow colons there too. */
  readonly operandContext: 'operand' | 'assignment';
}

const DEFAULT_ACTIONS: Readonly<Record<string, 'use' | 'assign' | 'alternative' | 'error'>> = {
  '-': 'use',
  '=': 'assign',
  '+': 'alternative',
  '?': 'error',
};

function readOperation(scanner: WordScanner, context: OperationContext): ParameterOperation | undefined {
  const { text } = scanner;
  const operator = text[scanner.index] ?? '';
  const next = text[scanner.index + 1] ?? '';
  if (operator === '}') return undefined;
  if (context.isLength) return skipBad(scanner);
  if (context.isIndirect && (operator === '@' || operator === '*') && next === '}') {
    scanner.index++;
    return { kind: 'names', joiner: operator };
  }
  const emptyCounts = operator === ':' && Object.hasOwn(DEFAULT_ACTIONS, next);
  const action = DEFAULT_ACTIONS[emptyCounts ? next : operator];
  if (action) {
    scanner.index += emptyCounts ? 2 : 1;
    const operand = readOperand(scanner, context.isQuoted ? 'quoted' : context.operandContext, '}');
    return { kind: 'default', action, emptyCounts, operand };
  }
  switch (operator) {
    case ':':
      return readSlice(scanner);
    case '#':
    case '%':
      return readRemove(scanner, operator);
    case '/':
      return readReplace(scanner);
    case '^':
    case ',':
    case '~':
      return readCaseChange(scanner, operator);
    case '@':
      return readTransform(scanner);
    default:
      return skipBad(scanner);
  }
}

function readOperand(scanner: WordScanner, context: WordContext, stops: string) {
  return createWord(scanner.readParts(context, stops));
}

function readSlice(scanner: WordScanner): ParameterOperation {
  scanner.index++;
  const start = scanner.index;
  const offset = readSliceExpression(scanner, ':');
  if (scanner.index === start && scanner.text[start] === '}') return { kind: 'bad' };
  if (scanner.text[scanner.index] !== ':') return { kind: 'slice', offset, length: undefined };
  scanner.index++;
  return { kind: 'slice', offset, length: readSliceExpression(scanner, '') };
}

/** Reads to an unnested `:` or `}`; a colon that belongs to `?:` is part of the expression. */
function readSliceExpression(scanner: WordScanner, stop: ':' | '') {
  const { text } = scanner;
  const start = scanner.index;
  const end = findClosing(text, start, '{', '}') ?? text.length;
  let questions = 0;
  let depth = 0;
  let index = start;
  for (; index < end; index++) {
    const character = text[index] ?? '';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (character === '?') questions++;
    else if (character === ':' && depth === 0 && stop === ':') {
      if (questions === 0) break;
      questions--;
    }
  }
  scanner.index = index;
  return scanner.parseNested(text.slice(start, index), 'arithmetic');
}

function readRemove(scanner: WordScanner, operator: string): ParameterOperation {
  const isLongest = scanner.text[scanner.index + 1] === operator;
  scanner.index += isLongest ? 2 : 1;
  const pattern = readOperand(scanner, 'operand', '}');
  return { kind: 'remove', from: operator === '#' ? 'start' : 'end', isLongest, pattern };
}

const REPLACE_PLACES: Readonly<Record<string, 'all' | 'start' | 'end'>> = { '/': 'all', '#': 'start', '%': 'end' };

function readReplace(scanner: WordScanner): ParameterOperation {
  scanner.index++;
  const where = REPLACE_PLACES[scanner.text[scanner.index] ?? ''] ?? 'first';
  if (where !== 'first') scanner.index++;
  const pattern = where === 'all' ? readPattern(scanner) : readOperand(scanner, 'operand', '/}');
  if (scanner.text[scanner.index] !== '/') return { kind: 'replace', where, pattern, replacement: createWord([]) };
  scanner.index++;
  return { kind: 'replace', where, pattern, replacement: readOperand(scanner, 'operand', '}') };
}

/** A slash that begins the pattern is part of it (`${x///y}` replaces slashes). */
function readPattern(scanner: WordScanner) {
  if (scanner.text[scanner.index] !== '/') return readOperand(scanner, 'operand', '/}');
  scanner.index++;
  const rest = scanner.readParts('operand', '/}');
  return createWord([{ kind: 'literal', text: '/', isQuoted: false }, ...rest]);
}

const CASE_CHANGES: Readonly<Record<string, 'upper' | 'lower' | 'toggle'>> = {
  '^': 'upper',
  ',': 'lower',
  '~': 'toggle',
};

function readCaseChange(scanner: WordScanner, operator: string): ParameterOperation {
  const all = scanner.text[scanner.index + 1] === operator;
  scanner.index += all ? 2 : 1;
  const pattern = scanner.text[scanner.index] === '}' ? undefined : readOperand(scanner, 'operand', '}');
  return { kind: 'case', change: CASE_CHANGES[operator] ?? 'toggle', all, pattern };
}

function readTransform(scanner: WordScanner): ParameterOperation {
  const match = /^@([UuLQEPAKak])\}/.exec(scanner.text.slice(scanner.index, scanner.index + 3));
  if (!match) return skipBad(scanner);
  scanner.index += 2;
  return { kind: 'transform', operator: match[1] ?? '' };
}

function skipBad(scanner: WordScanner): ParameterOperation {
  scanner.index = findClosing(scanner.text, scanner.index, '{', '}') ?? scanner.text.length;
  return { kind: 'bad' };
}
