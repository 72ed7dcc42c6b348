import type { PermissionPolicy } from '../permissions/permission-gate.ts';
import { memberOf, type RawValue, toRawValue } from './raw-value.ts';

/** The two kinds of toolset entries, with what holds where an entry says nothing. */
export const TOOLSET_DEFAULTS: Readonly<Record<ToolsetType, { enabled: boolean; policy: PermissionPolicy }>> = {
  agent_toolset_20260401: { enabled: true, policy: 'always_allow' },
  mcp_toolset: { enabled: true, policy: 'always_ask' },
};

/** The `type` of a toolset entry. */
export type ToolsetType = 'agent_toolset_20260401' | 'mcp_toolset';

/** The tools that an agent toolset entry may name, in canonical order. */
export const AGENT_TOOL_NAMES: readonly string[] = [
  'bash',
  'read',
  'write',
  'edit',
  'glob',
  'grep',
  'web_fetch',
  'web_search',
];

/** A toolset entry that cannot be used; the message names the field. */
export class ToolsetConfigError extends Error {
  override readonly name = 'ToolsetConfigError';
  readonly code = 'invalid_toolset';
}

/** What an entry says about one tool, or by default: fields that are `null` or missing are absent. */
interface Settings {
  readonly enabled?: RawValue;
  readonly policy?: RawValue;
}

/** The state of a tool. `policy` is what the entry says, known or not. */
export interface ResolvedSettings {
  readonly enabled: boolean;
  readonly policy: string;
}

/** An entry with its parts found. */
export interface ToolsetEntry {
  readonly type: ToolsetType;
  readonly raw: RawValue;
  /** Names that `configs` has, by first appearance. */
  readonly names: readonly string[];
  /** Returns what holds for a tool: its own config, else the entry's default, else the toolset's, each field by itself. */
  resolve(name: string): ResolvedSettings;
}

/** Reads an entry, an object or its JSON text, without judging it. Throws `ToolsetConfigError` when it is no JSON. */
export function readToolsetEntry(type: ToolsetType, input: unknown): ToolsetEntry {
  const read = toRawValue(input);
  if ('problem' in read) throw new ToolsetConfigError(`${type}: not valid JSON: ${read.problem}`);
  const { value: raw } = read;
  const byDefault = settingsOf(memberOf(raw, 'default_config'));
  const configs = new Map<string, Settings>();
  for (const item of itemsOf(memberOf(raw, 'configs'))) {
    const name = nameOf(item);
    if (name !== undefined) configs.set(name, { ...configs.get(name), ...settingsOf(item) });
  }
  const defaults = TOOLSET_DEFAULTS[type];
  return {
    type,
    raw,
    names: [...configs.keys()],
    resolve(name) {
      const own = configs.get(name) ?? {};
      const enabled = own.enabled ?? byDefault.enabled;
      const policy = own.policy ?? byDefault.policy;
      return {
        enabled: enabled?.kind === 'boolean' ? enabled.value : defaults.enabled,
        policy: policy === undefined ? defaults.policy : policyText(policy),
      };
    },
  };
}

/** Returns the policy if it is a known one. */
export function asPolicy(text: string): PermissionPolicy | undefined {
  return text === 'always_allow' || text === 'always_ask' ? text : undefined;
}

/** Returns the name of a config, or `undefined` when it is no object or has no name. */
export function nameOf(config: RawValue): string | undefined {
  const name = memberOf(config, 'name');
  return name?.kind === 'string' && name.value !== '' ? name.value : undefined;
}

/** Returns the items of an array; none of anything else. */
export function itemsOf(raw: RawValue | undefined): readonly RawValue[] {
  return raw?.kind === 'array' ? raw.items : [];
}

/** Returns a member unless it is missing or `null`. */
export function presentMember(raw: RawValue | undefined, key: string): RawValue | undefined {
  const value = raw && memberOf(raw, key);
  return value?.kind === 'null' ? undefined : value;
}

function settingsOf(config: RawValue | undefined): Settings {
  const enabled = presentMember(config, 'enabled');
  const policy = presentMember(config, 'permission_policy');
  return { ...(enabled ? { enabled } : {}), ...(policy ? { policy } : {}) };
}

function policyText(policy: RawValue): string {
  const type = memberOf(policy, 'type');
  return type?.kind === 'string' ? type.value : '';
}
