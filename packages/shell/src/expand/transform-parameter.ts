import { ShellError } from '../execute/shell-error.ts';
import type { Task } from '../execute/task.ts';
import type { Shell } from '../shell.ts';
import { AssociativeArray } from '../variables/associative-array.ts';
import { attributeLetters, formatValue, quoteKey } from '../variables/format-variable.ts';
import { IndexedArray } from '../variables/indexed-array.ts';
import { type Variable, valueOf } from '../variables/variable.ts';
import { decodeEscapes } from '../words/decode-escapes.ts';
import { mapValue, type Parameter, type ParameterValue } from './parameter-value.ts';
import { expandPrompt } from './prompt.ts';
import { quoteDouble, quoteSingle } from './quote-text.ts';

type TextChange = (text: string) => string;

const TEXT_CHANGES: Readonly<Record<string, TextChange>> = {
  U: (text) => text.toUpperCase(),
  u: (text) => text.slice(0, 1).toUpperCase() + text.slice(1),
  L: (text) => text.toLowerCase(),
  Q: quoteSingle,
  E: (text) => decodeEscapes(text, 'quote').text,
};

/** Applies `${name@X}`. */
export function* transformParameter(shell: Shell, parameter: Parameter, operator: string): Task<ParameterValue> {
  const change = TEXT_CHANGES[operator];
  if (change) return mapValue(parameter.value, change);
  if (parameter.name === '@' || parameter.name === '*') {
    const positional = transformPositional(parameter.value, operator);
    if (positional) return positional;
  }
  const variable = shell.variables.get(parameter.name);
  switch (operator) {
    case 'P':
      return yield* expandAsPrompt(shell, parameter.value);
    case 'a':
      return mapOrText(parameter.value, variable ? attributeLetters(variable) : '');
    case 'A':
      return { kind: 'text', text: variable ? assignmentText(parameter, variable) : undefined };
    case 'K':
      return { kind: 'text', text: variable ? keyedText(parameter, variable) : undefined };
    case 'k':
      return keyedList(parameter, variable);
    default:
      throw new ShellError(`\${${parameter.name}@${operator}}: bad substitution`);
  }
}

/** The positional parameters have no names and no keys: `A` gives the `set` that makes them, `K` and `k` quote them. */
function transformPositional(value: ParameterValue, operator: string): ParameterValue | undefined {
  const quoted = mapValue(value, quoteSingle);
  if (quoted.kind !== 'list') return undefined;
  if (operator === 'A')
    return { kind: 'text', text: quoted.values.length > 0 ? `set -- ${quoted.values.join(' ')}` : '' };
  return operator === 'K' || operator === 'k' ? quoted : undefined;
}

function* expandAsPrompt(shell: Shell, value: ParameterValue): Task<ParameterValue> {
  if (value.kind === 'text') {
    return value.text === undefined ? value : { kind: 'text', text: yield* expandPrompt(shell, value.text) };
  }
  const values: string[] = [];
  for (const text of value.values) values.push(yield* expandPrompt(shell, text));
  return { ...value, values };
}

function mapOrText(value: ParameterValue, text: string): ParameterValue {
  return value.kind === 'list' ? { ...value, values: value.values.map(() => text) } : { kind: 'text', text };
}

function assignmentText({ name, value }: Parameter, variable: Variable): string {
  const letters = attributeLetters(variable);
  const stored = valueOf(variable);
  if (value.kind === 'list' && stored !== undefined && typeof stored !== 'string') {
    return `declare -${letters || '-'} ${name}=${formatValue(stored)}`;
  }
  const text = value.kind === 'list' ? value.values[0] : value.text;
  const assignment = text === undefined ? name : `${name}=${quoteSingle(text)}`;
  return letters === '' ? (text === undefined ? '' : assignment) : `declare -${letters} ${assignment}`;
}

function keyedText({ value }: Parameter, variable: Variable): string | undefined {
  const stored = valueOf(variable);
  if (value.kind === 'text') return value.text === undefined ? undefined : quoteSingle(value.text);
  if (stored === undefined || typeof stored === 'string') return stored === undefined ? '' : quoteSingle(stored);
  const entries: readonly (readonly [string | number, string])[] =
    stored instanceof IndexedArray ? stored.entries() : [...stored];
  const isMap = stored instanceof AssociativeArray;
  return entries.map(([key, text]) => `${quoteKey(String(key))} ${quoteDouble(text)}`).join(' ') + (isMap ? ' ' : '');
}

function keyedList({ value }: Parameter, variable: Variable | undefined): ParameterValue {
  if (value.kind === 'text' || !variable) return value.kind === 'text' ? mapValue(value, quoteSingle) : value;
  const stored = valueOf(variable);
  if (stored === undefined || typeof stored === 'string') return value;
  const entries: readonly (readonly [string | number, string])[] =
    stored instanceof IndexedArray ? stored.entries() : [...stored];
  return { ...value, values: entries.flatMap(([key, text]) => [String(key), text]) };
}
