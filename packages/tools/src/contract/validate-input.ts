import { describeError, encodedLength } from '@cloche/system';
import { z } from 'zod';
import { type RawValue, toRawValue } from '../toolset/raw-value.ts';
import type { FieldLimit, StrictInput } from './tool.ts';
import { failure, type ToolResult } from './tool-result.ts';

/** What checking needs to know of a tool. */
interface InputRules<Input> {
  readonly name: string;
  readonly inputSchema: z.ZodType<Input>;
  readonly fieldLimits?: Readonly<Record<string, FieldLimit>>;
  readonly strict?: StrictInput;
}

/** Largest raw JSON text of an input, in UTF-16 units. */
const MAX_INPUT_UNITS = 16 * 1024 * 1024;

/**
 * Checks what a model sent as a tool's input: an object, or its JSON text.
 *
 * @returns the typed input, or the error result that names the field and what to do
 */
export function validateInput<Input>(tool: InputRules<Input>, raw: unknown): { input: Input } | ToolResult {
  const checked = checkInput(tool, raw);
  const message = tool.strict?.message;
  return 'content' in checked && message !== undefined ? failure('invalid_input', message) : checked;
}

function checkInput<Input>(tool: InputRules<Input>, raw: unknown): { input: Input } | ToolResult {
  const parsed = typeof raw === 'string' ? parseJson(tool, raw) : { value: raw };
  if ('content' in parsed) return parsed;
  const given = parsed.value ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    return failure('invalid_input', `invalid ${tool.name} input: expected an object, got ${describeValue(given)}`);
  }
  const value = tool.strict?.nulls === 'refused' ? given : withoutNulls(tool.inputSchema, given);
  const checked = tool.inputSchema.safeParse(value);
  if (!checked.success) return failure('invalid_input', describeIssue(tool.name, value, checked.error));
  return checkFields(tool, value) ?? { input: checked.data };
}

/** Leaves out the optional fields that are null: models write so what they do not want to say. */
function withoutNulls(schema: z.ZodType, value: object): object {
  const entries = Object.entries(value);
  if (!(schema instanceof z.ZodObject) || entries.every(([, item]) => item !== null)) return value;
  const fields = new Map(Object.entries(schema.shape));
  return Object.fromEntries(entries.filter(([key, item]) => item !== null || !isOptional(fields.get(key))));
}

function isOptional(field: unknown): boolean {
  return field instanceof z.ZodOptional;
}

/** Returns the JSON Schema (draft 2020-12) of a tool's input, as model APIs take it. */
export function inputJsonSchema(inputSchema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(inputSchema, {
    io: 'input',
  });
  return schema;
}

function parseJson<Input>({ name, strict }: InputRules<Input>, text: string): { readonly value: unknown } | ToolResult {
  if (text.length > MAX_INPUT_UNITS) {
    return failure('too_large', `invalid ${name} input: the JSON text is longer than ${MAX_INPUT_UNITS} characters`);
  }
  if (text.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    const repeated = strict && repeatedKey(text);
    return repeated ? failure('invalid_input', `${name}: argument ${JSON.stringify(repeated)} given twice`) : { value };
  } catch (error) {
    return failure('invalid_input', `invalid ${name} input: not valid JSON: ${describeError(error)}`);
  }
}

/** Returns a key that some object of a JSON text has twice. */
function repeatedKey(text: string): string | undefined {
  const raw = toRawValue(text);
  return 'value' in raw ? repeatedIn(raw.value) : undefined;
}

function repeatedIn(raw: RawValue): string | undefined {
  if (raw.kind === 'array') return firstOf(raw.items, repeatedIn);
  if (raw.kind !== 'object') return undefined;
  const keys = new Set<string>();
  return firstOf(raw.members, ({ key, value }) => {
    if (keys.has(key)) return key;
    keys.add(key);
    return repeatedIn(value);
  });
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function describeIssue(name: string, value: object, error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return `invalid ${name} input`;
  const field = issue.path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('');
  const given = issue.path.reduce<unknown>((at, part) => (isRecord(at) ? at[String(part)] : undefined), value);
  if (given === undefined && issue.path.length === 1) return `${name}: ${field} is required`;
  const wanted = 'expected' in issue ? `expected ${String(issue.expected)}` : issue.message;
  const expected = `${wanted}, got ${describeValue(given)}`;
  return field === '' ? `invalid ${name} input: ${expected}` : `invalid ${name} input: ${field}: ${expected}`;
}

function checkFields<Input>(tool: InputRules<Input>, value: object): ToolResult | undefined {
  for (const [field, limit] of Object.entries(tool.fieldLimits ?? {})) {
    const text = isRecord(value) ? value[field] : undefined;
    if (typeof text !== 'string') continue;
    if (limit.isPath && text.includes('\0')) {
      return failure('invalid_input', `${tool.name}: ${field} must not contain a NUL byte`);
    }
    if (!text.isWellFormed()) {
      return failure(
        'invalid_input',
        `${tool.name}: ${field} has half of a surrogate pair, which is no character; send whole characters`,
      );
    }
    const bytes = encodedLength(text);
    if (bytes > limit.maxBytes) {
      return failure(
        'too_large',
        `${tool.name}: ${field} has ${bytes} bytes, over the limit of ${limit.maxBytes}. ${limit.instead}`,
      );
    }
  }
  return undefined;
}

function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return `the number ${value}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
