import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** A JSON value as it stands in its text: unlike a JavaScript object it keeps repeated keys, in order. */
export type RawValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly RawValue[] }
  | { readonly kind: 'object'; readonly members: readonly RawMember[] };

/** One key of an object with its value. */
export interface RawMember {
  readonly key: string;
  readonly value: RawValue;
}

/** Objects and arrays within each other at most; deeper text is refused. */
const MAX_DEPTH = 100;

/** Reads a JSON text (RFC 8259), or takes over a value. `undefined` with a text that is no JSON. */
export function toRawValue(input: unknown): { readonly value: RawValue } | { readonly problem: string } {
  if (typeof input !== 'string') return { value: rawOfValue(input, 0) };
  const errors: ParseError[] = [];
  const tree = parseTree(input, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error || !tree)
    return { problem: error ? `${printParseErrorCode(error.error)} at offset ${error.offset}` : 'no value' };
  return { value: rawOfNode(tree, 0) };
}

/** Returns the value that JavaScript's own parser would give: of repeated keys the last. */
export function toPlainValue(raw: RawValue): unknown {
  switch (raw.kind) {
    case 'null':
      return null;
    case 'array':
      return raw.items.map(toPlainValue);
    case 'object':
      return Object.fromEntries(raw.members.map(({ key, value }) => [key, toPlainValue(value)]));
    case 'boolean':
    case 'number':
    case 'string':
      return raw.value;
  }
}

/** Returns the value of a key, of repeated ones the last; `undefined` when the object has none. */
export function memberOf(raw: RawValue, key: string): RawValue | undefined {
  return raw.kind === 'object' ? raw.members.findLast((member) => member.key === key)?.value : undefined;
}

function rawOfNode(node: Node, depth: number): RawValue {
  if (depth > MAX_DEPTH) throw new RangeError(`JSON is nested deeper than ${MAX_DEPTH}`);
  const children = node.children ?? [];
  switch (node.type) {
    case 'object':
      return { kind: 'object', members: children.map((property) => rawMember(property, depth)) };
    case 'array':
      return { kind: 'array', items: children.map((child) => rawOfNode(child, depth + 1)) };
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'property':
      return rawOfValue(node.value, depth);
  }
}

function rawMember(property: Node, depth: number): RawMember {
  const [key, value] = property.children ?? [];
  return { key: String(key?.value), value: value ? rawOfNode(value, depth + 1) : { kind: 'null' } };
}

function rawOfValue(value: unknown, depth: number): RawValue {
  if (depth > MAX_DEPTH) throw new RangeError(`the value is nested deeper than ${MAX_DEPTH}`);
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'number') return { kind: 'number', value };
  if (typeof value === 'string') return { kind: 'string', value };
  if (Array.isArray(value)) return { kind: 'array', items: value.map((item) => rawOfValue(item, depth + 1)) };
  if (typeof value !== 'object' || value === null) return { kind: 'null' };
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return { kind: 'object', members: members.map(([key, item]) => ({ key, value: rawOfValue(item, depth + 1) })) };
}
