import { normalizePath } from '@cloche/system';
import { z } from 'zod';
import { type RawValue, toPlainValue, toRawValue } from '../toolset/raw-value.ts';
import { describeForeignMatch, hostName, type PermissionRule, type RuleMatch } from './permission-rule.ts';

/** Rules that cannot be read: nothing of the record counts, and nobody takes it for "no rules". */
export class RuleStoreError extends Error {
  override readonly name = 'RuleStoreError';
  readonly code: 'malformed' | 'version_unsupported' | 'rule_invalid' | 'too_large';
  /** Index of the rule that is wrong, from 0. */
  readonly ruleIndex: number | undefined;

  constructor(code: RuleStoreError['code'], message: string, ruleIndex?: number) {
    super(message);
    this.code = code;
    this.ruleIndex = ruleIndex;
  }
}

/** Longest record that is read, in UTF-16 units. */
export const MAX_RULE_RECORD_UNITS = 1_048_576;

const text = z
  .string()
  .min(1)
  .max(65_536)
  .refine((value) => value.isWellFormed() && !value.includes('\0') && value === value.trim(), 'must be trimmed text');
const absolutePath = text
  .refine((value) => value.startsWith('/'), 'must be absolute')
  .refine((value) => normalizePath(value) === value, 'must have no ., .. or doubled slash');
const token = text.regex(/^[^\s*?[\]{}()<>|&;$`\\"'~#!\p{Cc}]+$/u, 'must be a plain word');
const host = text.transform((value, context) => {
  const name = hostName(value);
  if (name === undefined) context.addIssue({ code: 'custom', message: 'must be a host, *.host or *' });
  return name ?? z.NEVER;
});
const port = z.int().min(1).max(65_535);

const match = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('any') }),
  z.strictObject({ kind: z.literal('exact'), command: text }),
  z.strictObject({ kind: z.literal('family'), tokens: z.array(token).min(1).max(32) }),
  z.strictObject({ kind: z.literal('glob'), pattern: text.includes('*') }),
  z.strictObject({ kind: z.literal('path'), path: absolutePath }),
  z.strictObject({ kind: z.literal('tree'), root: absolutePath }),
  z.strictObject({ kind: z.literal('network'), host, port: port.optional() }),
]);
const rule = z.strictObject({
  effect: z.enum(['deny', 'ask', 'allow']),
  tool: z.string().regex(/^(?:\*|[a-z][a-z0-9_]*)$/),
  match,
});

/** Writes rules as a record of version 3: JSON with two blanks and a newline at the end. */
export function encodeRules(rules: readonly PermissionRule[]): string {
  return `${JSON.stringify({ version: 3, rules }, undefined, 2)}\n`;
}

/**
 * Reads a record of version 3, or one of version 2 (normalization 1), whose rules are turned into ours. Strict at every
 * level: what is not known makes the whole record unreadable. Throws `RuleStoreError`.
 */
export function decodeRules(record: string): PermissionRule[] {
  if (record.length > MAX_RULE_RECORD_UNITS) throw new RuleStoreError('too_large', 'the rules are larger than 1 MiB');
  const parsed = parseRecord(record);
  const envelope = z.object({ version: z.number() }).safeParse(parsed);
  if (!envelope.success) throw new RuleStoreError('malformed', 'the rules have no version');
  switch (envelope.data.version) {
    case 3:
      return readVersion3(parsed);
    case 2:
      return readVersion2(parsed);
    default:
      throw new RuleStoreError(
        'version_unsupported',
        `version ${envelope.data.version} of the rules is not known here`,
      );
  }
}

/** Returns the value of a JSON text in which no key is repeated: of two one would win unseen. */
function parseRecord(record: string): unknown {
  let raw: ReturnType<typeof toRawValue>;
  try {
    raw = toRawValue(record);
  } catch (error) {
    throw new RuleStoreError('malformed', `the rules are no JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if ('problem' in raw) throw new RuleStoreError('malformed', `the rules are no JSON: ${raw.problem}`);
  const repeated = repeatedKey(raw.value);
  if (repeated !== undefined)
    throw new RuleStoreError('malformed', `the key ${JSON.stringify(repeated)} is given twice`);
  return toPlainValue(raw.value);
}

function repeatedKey(raw: RawValue): string | undefined {
  switch (raw.kind) {
    case 'array':
      return firstDefined(raw.items, repeatedKey);
    case 'object': {
      const seen = new Set<string>();
      return firstDefined(raw.members, ({ key, value }) => {
        if (seen.has(key)) return key;
        seen.add(key);
        return repeatedKey(value);
      });
    }
    default:
      return undefined;
  }
}

function firstDefined<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readVersion3(parsed: unknown): PermissionRule[] {
  const record = z.strictObject({ version: z.literal(3), rules: z.array(z.unknown()) }).safeParse(parsed);
  if (!record.success) throw new RuleStoreError('malformed', z.prettifyError(record.error));
  return record.data.rules.map((item, index) => {
    const read = rule.safeParse(item);
    if (!read.success)
      throw new RuleStoreError('rule_invalid', `rules[${index}]: ${z.prettifyError(read.error)}`, index);
    const found = { ...read.data, match: toMatch(read.data.match) };
    const problem = describeForeignMatch(found);
    if (problem !== undefined) throw new RuleStoreError('rule_invalid', `rules[${index}]: ${problem}`, index);
    return found;
  });
}

function toMatch(read: z.infer<typeof match>): RuleMatch {
  if (read.kind !== 'network') return read;
  return read.port === undefined
    ? { kind: 'network', host: read.host }
    : { kind: 'network', host: read.host, port: read.port };
}

const oldRule = z.discriminatedUnion('enforcement_class', [
  z.strictObject({
    effect: z.enum(['allow', 'deny']),
    capability: z.literal('command.execute'),
    enforcement_class: z.literal('command.invoke.v1'),
    match: z.strictObject({ command: text }),
  }),
  z.strictObject({
    effect: z.enum(['allow', 'deny']),
    capability: z.literal('command.execute'),
    enforcement_class: z.literal('command.invoke.wildcard.v1'),
    match: z.strictObject({}),
  }),
  z.strictObject({
    effect: z.enum(['allow', 'deny']),
    capability: z.literal('command.execute'),
    enforcement_class: z.literal('command.invoke.shell-segment-glob.v1'),
    match: z.strictObject({ tokens: z.array(token).min(1), trailing_arguments: z.literal(true) }),
  }),
  z.strictObject({
    effect: z.enum(['allow', 'deny']),
    capability: z.literal('network'),
    enforcement_class: z.literal('network.target.v1'),
    match: z.strictObject({ host, transport: z.literal('tcp').optional(), port: port.optional() }),
  }),
  z.strictObject({
    effect: z.enum(['allow', 'deny']),
    capability: z.enum(['filesystem.read', 'filesystem.write']),
    enforcement_class: z.enum(['filesystem.path.read.v1', 'filesystem.path.write.v1']),
    match: z.strictObject({ path: absolutePath }),
  }),
  z.strictObject({
    effect: z.enum(['allow', 'deny']),
    capability: z.enum(['filesystem.read', 'filesystem.write']),
    enforcement_class: z.enum(['filesystem.tree.read.v1', 'filesystem.tree.write.v1']),
    match: z.strictObject({ root: absolutePath }),
  }),
]);

function readVersion2(parsed: unknown): PermissionRule[] {
  const record = z
    .strictObject({ version: z.literal(2), normalization_version: z.literal(1), rules: z.array(z.unknown()) })
    .safeParse(parsed);
  if (!record.success) {
    const isNormalization = record.error.issues.some(({ path }) => path[0] === 'normalization_version');
    throw new RuleStoreError(isNormalization ? 'version_unsupported' : 'malformed', z.prettifyError(record.error));
  }
  return record.data.rules.map((item, index) => {
    const read = oldRule.safeParse(item);
    if (!read.success)
      throw new RuleStoreError('rule_invalid', `rules[${index}]: ${z.prettifyError(read.error)}`, index);
    return convert(read.data, index);
  });
}

function convert(old: z.infer<typeof oldRule>, index: number): PermissionRule {
  const { effect } = old;
  switch (old.enforcement_class) {
    case 'command.invoke.v1':
      return { effect, tool: 'bash', match: { kind: 'exact', command: old.match.command } };
    case 'command.invoke.wildcard.v1':
      return { effect, tool: 'bash', match: { kind: 'any' } };
    case 'command.invoke.shell-segment-glob.v1':
      return { effect, tool: 'bash', match: { kind: 'family', tokens: old.match.tokens } };
    case 'network.target.v1': {
      const { host, port: number } = old.match;
      return {
        effect,
        tool: '*',
        match: number === undefined ? { kind: 'network', host } : { kind: 'network', host, port: number },
      };
    }
    default: {
      const access = old.capability === 'filesystem.read' ? 'read' : 'write';
      if (!old.enforcement_class.endsWith(`.${access}.v1`))
        throw new RuleStoreError('rule_invalid', `rules[${index}]: its capability and its class do not fit`, index);
      const tool = access === 'read' ? 'read' : 'edit';
      return 'path' in old.match
        ? { effect, tool, match: { kind: 'path', path: old.match.path } }
        : { effect, tool, match: { kind: 'tree', root: old.match.root } };
    }
  }
}
