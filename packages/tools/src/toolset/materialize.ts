import { memberOf, type RawValue, toPlainValue } from './raw-value.ts';
import {
  AGENT_TOOL_NAMES,
  itemsOf,
  nameOf,
  presentMember,
  readToolsetEntry,
  TOOLSET_DEFAULTS,
  type ToolsetEntry,
  type ToolsetType,
} from './toolset-entry.ts';

/**
 * Returns a toolset entry in which nothing is left to defaults: `configs` and `default_config` are there, and every
 * config has its `enabled` and `permission_policy`. What the entry says is echoed, malformed or not; `null` counts as
 * unsaid; configs of one name merge where the first stands; those without a usable name stay as they are. Keys of the
 * objects it builds are sorted. Anything but a toolset entry comes back as it is.
 */
export function materialize(entry: unknown): unknown {
  const type = toolsetType(entry);
  if (type === undefined || typeof entry !== 'object' || entry === null) return entry;
  const read = readToolsetEntry(type, entry);
  return sortKeys({
    ...entry,
    configs: materializeConfigs(read),
    default_config: materializeSettings(type, presentMember(read.raw, 'default_config')),
  });
}

/** Returns a copy of a list of tools with every toolset entry materialized; `null` stays `null`. */
export function materializeTools(list: readonly unknown[] | null): unknown[] | null {
  return list === null ? null : list.map(materialize);
}

function materializeConfigs({ type, raw }: ToolsetEntry): unknown[] {
  const items = itemsOf(memberOf(raw, 'configs'));
  const merged = new Map<string, Map<string, RawValue>>();
  for (const item of items) {
    const name = usableName(type, item);
    if (name === undefined || item.kind !== 'object') continue;
    const fields = merged.get(name) ?? new Map<string, RawValue>();
    for (const { key, value } of item.members) if (value.kind !== 'null') fields.set(key, value);
    merged.set(name, fields);
  }
  const byDefault = presentMember(raw, 'default_config');
  const done = new Set<string>();
  return items.flatMap((item) => {
    const name = usableName(type, item);
    if (name === undefined) return [toPlainValue(item)];
    if (done.has(name)) return [];
    done.add(name);
    const own = merged.get(name);
    return [sortKeys({ name, ...settingsWith(type, own?.get('enabled'), own?.get('permission_policy'), byDefault) })];
  });
}

function materializeSettings(type: ToolsetType, settings: RawValue | undefined): unknown {
  return sortKeys(
    settingsWith(type, presentMember(settings, 'enabled'), presentMember(settings, 'permission_policy'), undefined),
  );
}

function settingsWith(
  type: ToolsetType,
  enabled: RawValue | undefined,
  policy: RawValue | undefined,
  byDefault: RawValue | undefined,
): Record<string, unknown> {
  const defaults = TOOLSET_DEFAULTS[type];
  const chosenEnabled = enabled ?? presentMember(byDefault, 'enabled');
  const chosenPolicy = policy ?? presentMember(byDefault, 'permission_policy');
  return {
    enabled: chosenEnabled ? toPlainValue(chosenEnabled) : defaults.enabled,
    permission_policy: chosenPolicy ? toPlainValue(chosenPolicy) : { type: defaults.policy },
  };
}

/** An agent's config counts when it names a built-in tool, an MCP server's when it names anything. */
function usableName(type: ToolsetType, config: RawValue): string | undefined {
  const name = nameOf(config);
  return type === 'mcp_toolset' || AGENT_TOOL_NAMES.includes(name ?? '') ? name : undefined;
}

function toolsetType(entry: unknown): ToolsetType | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry) || !('type' in entry)) return undefined;
  const { type } = entry;
  return type === 'agent_toolset_20260401' || type === 'mcp_toolset' ? type : undefined;
}

function sortKeys(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([left], [right]) => (left < right ? -1 : 1)));
}
