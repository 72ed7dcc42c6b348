import { memberOf, type RawMember, type RawValue } from './raw-value.ts';
import { policies } from './resolve-toolset.ts';
import { asPolicy, nameOf, readToolsetEntry, ToolsetConfigError, type ToolsetType } from './toolset-entry.ts';

/** Keys that each object of an entry may have. */
const ENTRY_KEYS: Readonly<Record<ToolsetType, readonly string[]>> = {
  agent_toolset_20260401: ['type', 'configs', 'default_config'],
  mcp_toolset: ['type', 'mcp_server_name', 'configs', 'default_config'],
};
const DEFAULT_KEYS = ['enabled', 'permission_policy'];
const CONFIG_KEYS = ['name', ...DEFAULT_KEYS];
const POLICY_KEYS = ['type'];

/**
 * Ensures that an `agent_toolset_20260401` entry, an object or its JSON text, can be used. Unknown fields and wrong types
 * are refused anywhere, unknown policies only for tools that are on. Throws `ToolsetConfigError` naming the field.
 */
export function validate(entry: unknown): void {
  const { raw } = readToolsetEntry('agent_toolset_20260401', entry);
  checkEntry('agent_toolset_20260401', raw, { isStrict: false });
  policies(entry);
}

/**
 * Ensures that an `mcp_toolset` entry can be used: everything is judged at once, also for tools that are off, and a field
 * that is given must have a value. Repeated keys whose values have different types are refused. Throws
 * `ToolsetConfigError` naming the field.
 */
export function validateMcpToolset(entry: unknown): void {
  const { raw } = readToolsetEntry('mcp_toolset', entry);
  checkEntry('mcp_toolset', raw, { isStrict: true });
}

interface Rules {
  /** `null` is no value, names are required, policies and repeated keys are judged. */
  readonly isStrict: boolean;
}

function checkEntry(type: ToolsetType, raw: RawValue, rules: Rules): void {
  const fail: Fail = (text) => {
    throw new ToolsetConfigError(`${type}: ${text}`);
  };
  if (raw.kind !== 'object') {
    return fail('entry must be an object');
  }
  checkKeys(raw.members, ENTRY_KEYS[type], '', rules, fail);
  const byDefault = memberOf(raw, 'default_config');
  if (byDefault && isGiven(byDefault, rules)) {
    if (byDefault.kind === 'object') checkSettings(byDefault, 'default_config', DEFAULT_KEYS, rules, fail);
    else fail('default_config must be an object');
  }
  const configs = memberOf(raw, 'configs');
  if (!configs || !isGiven(configs, rules)) return;
  if (configs.kind !== 'array') {
    return fail('configs must be an array');
  }
  configs.items.forEach((config, index) => {
    const path = `configs[${index}]`;
    if (config.kind !== 'object') {
      return fail(`${path} must be an object`);
    }
    checkSettings(config, path, CONFIG_KEYS, rules, fail);
    const name = memberOf(config, 'name');
    if (name && name.kind !== 'string') fail(`${path}.name must be a string`);
    if (rules.isStrict && nameOf(config) === undefined) fail(`${path} requires a non-empty name`);
  });
}

type Fail = (text: string) => never;

function checkSettings(
  settings: Extract<RawValue, { kind: 'object' }>,
  path: string,
  keys: readonly string[],
  rules: Rules,
  fail: Fail,
): void {
  checkKeys(settings.members, keys, path, rules, fail);
  const enabled = memberOf(settings, 'enabled');
  if (enabled?.kind === 'null' && rules.isStrict) fail(`${path}.enabled must not be null (omit it to inherit)`);
  if (enabled && enabled.kind !== 'boolean' && enabled.kind !== 'null') fail(`${path}.enabled must be a boolean`);
  const policy = memberOf(settings, 'permission_policy');
  if (policy?.kind === 'null' && rules.isStrict)
    fail(`${path}.permission_policy must not be null (omit it to inherit)`);
  if (!policy || policy.kind === 'null') return;
  if (policy.kind !== 'object') {
    return fail(`${path}.permission_policy must be an object`);
  }
  checkKeys(policy.members, POLICY_KEYS, `${path}.permission_policy`, rules, fail);
  const type = memberOf(policy, 'type');
  if (type && type.kind !== 'string') fail(`${path}.permission_policy.type must be a string`);
  const text = type?.kind === 'string' ? type.value : '';
  if (rules.isStrict && !asPolicy(text)) fail(`unknown permission_policy type ${JSON.stringify(text)}`);
}

function checkKeys(
  members: readonly RawMember[],
  known: readonly string[],
  path: string,
  rules: Rules,
  fail: Fail,
): void {
  const kinds = new Map<string, RawValue['kind']>();
  for (const { key, value } of members) {
    if (!known.includes(key)) fail(`unknown field ${JSON.stringify(key)}${path === '' ? '' : ` in ${path}`}`);
    const earlier = kinds.get(key);
    if (rules.isStrict && earlier !== undefined && earlier !== value.kind)
      fail('a repeated field carries conflicting values');
    kinds.set(key, value.kind);
  }
}

function isGiven(value: RawValue, { isStrict }: Rules): boolean {
  return isStrict || value.kind !== 'null';
}
