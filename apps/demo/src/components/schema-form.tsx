import type { VNode } from 'preact';

type Schema = Readonly<Record<string, unknown>>;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** What it may be, when that is a few words. */
  readonly choices: readonly string[];
}

/** Fields that hold more than a line. */
const LONG_FIELDS: ReadonlySet<string> = new Set(['command', 'content', 'old_string', 'new_string']);

/** Form fields for the properties of a JSON Schema. */
export function SchemaForm({ schema }: { schema: Schema }): VNode {
  return (
    <>
      {fieldsOf(schema).map((field) => (
        <label key={field.name} class="field">
          <span>
            <code>{field.name}</code> {field.isRequired ? '(required)' : ''} {field.description}
          </span>
          <FieldInput field={field} />
        </label>
      ))}
    </>
  );
}

/** Returns the input that a form's fields make; empty fields that are not required are left out. */
export function readFields(schema: Schema, data: FormData): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const { name, type, isRequired } of fieldsOf(schema)) {
    const value = data.get(name);
    const text = typeof value === 'string' ? value : '';
    if (type === 'boolean') {
      if (value !== null) input[name] = true;
    } else if (text !== '' || isRequired) input[name] = READERS[type]?.(text) ?? text;
  }
  return input;
}

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  integer: Number,
  number: Number,
  json: readJson,
  numbers: (text) =>
    text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number),
};

/** Returns the value of a JSON text, or the text itself, for the tool to refuse. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function FieldInput({ field: { name, type, choices } }: { field: Field }): VNode {
  if (type === 'boolean') return <input type="checkbox" name={name} />;
  if (type === 'integer' || type === 'number') return <input type="number" name={name} step={1} />;
  if (choices.length > 0) {
    return (
      <select name={name}>
        <option value="">default</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  if (type === 'json') return <textarea name={name} rows={4} spellcheck={false} placeholder="JSON" />;
  if (type === 'numbers') return <input name={name} placeholder="numbers, such as 1, 20" inputMode="numeric" />;
  if (LONG_FIELDS.has(name)) return <textarea name={name} rows={3} spellcheck={false} autocapitalize="off" />;
  return <input name={name} spellcheck={false} autocapitalize="off" autocomplete="off" />;
}

function fieldsOf(schema: Schema): Field[] {
  const properties = schema['properties'];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  if (!isRecord(properties)) return [];
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: formTypeOf(property),
    choices: choicesOf(property),
    description: textOf(property, 'description'),
    isRequired: required.includes(name),
  }));
}

/** Lists of numbers have a short form; other lists, and objects, are typed as JSON. */
function formTypeOf(property: unknown): string {
  const type = textOf(property, 'type') || 'string';
  if (type === 'object') return 'json';
  if (type !== 'array') return type;
  return isRecord(property) && textOf(property['items'], 'type') === 'integer' ? 'numbers' : 'json';
}

function choicesOf(property: unknown): string[] {
  const choices = isRecord(property) ? property['enum'] : undefined;
  return Array.isArray(choices) ? choices.filter((choice): choice is string => typeof choice === 'string') : [];
}

function textOf(property: unknown, key: string): string {
  const value = isRecord(property) ? property[key] : undefined;
  return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
