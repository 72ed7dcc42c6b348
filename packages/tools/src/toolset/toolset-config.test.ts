import { describe, expect, test } from 'vitest';
import { materialize, materializeTools } from './materialize.ts';
import { policies, resolveMcp, tools } from './resolve-toolset.ts';
import { validate, validateMcpToolset } from './validate-toolset.ts';

const agent = (more: object = {}): object => ({ type: 'agent_toolset_20260401', ...more });
const mcp = (more: object = {}): object => ({ type: 'mcp_toolset', mcp_server_name: 'g', ...more });
const ask = { type: 'always_ask' };
const allow = { type: 'always_allow' };
const problemOf = (check: (entry: unknown) => unknown, entry: unknown): string | undefined => {
  try {
    check(entry);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return undefined;
};

describe('policies and tools', () => {
  test('turn every tool on and allow it, unless the entry says otherwise', () => {
    expect(policies(agent()).map(({ name, policy }) => `${name} ${policy}`)).toEqual(
      ['bash', 'read', 'write', 'edit', 'glob', 'grep', 'web_fetch', 'web_search'].map(
        (name) => `${name} always_allow`,
      ),
    );
    expect(
      policies(
        agent({
          default_config: { enabled: false },
          configs: [{ name: 'bash', enabled: true, permission_policy: ask }],
        }),
      ),
    ).toEqual([{ name: 'bash', policy: 'always_ask' }]);
    const mixed = policies(
      agent({ default_config: { permission_policy: ask }, configs: [{ name: 'read', permission_policy: allow }] }),
    );
    expect(mixed.filter(({ policy }) => policy === 'always_allow')).toEqual([{ name: 'read', policy: 'always_allow' }]);
  });

  test('merge configs of one name field by field, and ignore unknown names', () => {
    const configs = [
      { name: 'bash', permission_policy: ask },
      { name: 'fly' },
      { name: 'bash', enabled: true },
      { name: 'bash', enabled: false },
    ];
    expect(policies(agent({ configs })).map(({ name }) => name)).not.toContain('bash');
  });

  test('give the definitions that the API takes', () => {
    expect(
      tools(agent({ default_config: { enabled: false }, configs: [{ name: 'grep', enabled: true }] })),
    ).toMatchObject([{ name: 'grep', input_schema: { type: 'object', required: ['pattern'] } }]);
  });
});

describe('validate', () => {
  test.each<[unknown, string | undefined]>([
    [agent(), undefined],
    [agent({ configs: null, default_config: null }), undefined],
    [agent({ extra: 1 }), 'agent_toolset_20260401: unknown field "extra"'],
    [agent({ default_config: { on: true } }), 'agent_toolset_20260401: unknown field "on" in default_config'],
    [
      agent({ configs: [{ name: 'bash', enabled: false, on: 1 }] }),
      'agent_toolset_20260401: unknown field "on" in configs[0]',
    ],
    [
      agent({ configs: [{ name: 'x' }, { name: 'bash', permission_policy: { type: 'always_ask', by: 1 } }] }),
      'agent_toolset_20260401: unknown field "by" in configs[1].permission_policy',
    ],
    [
      agent({ configs: [{ name: 'bash', permission_policy: { type: 'never' } }] }),
      'agent_toolset_20260401: unknown permission_policy type "never"',
    ],
    [
      agent({ configs: [{ name: 'bash', permission_policy: {} }] }),
      'agent_toolset_20260401: unknown permission_policy type ""',
    ],
    [agent({ configs: [{ name: 'bash', enabled: false, permission_policy: { type: 'never' } }] }), undefined],
    [agent({ configs: [{ name: 'fly', permission_policy: { type: 'never' } }] }), undefined],
    [agent({ configs: {} }), 'agent_toolset_20260401: configs must be an array'],
    [agent({ configs: ['bash'] }), 'agent_toolset_20260401: configs[0] must be an object'],
    [
      agent({ configs: [{ name: 'bash', enabled: 'yes' }] }),
      'agent_toolset_20260401: configs[0].enabled must be a boolean',
    ],
    ['{"type":', 'agent_toolset_20260401: not valid JSON: ValueExpected at offset 8'],
    [[], 'agent_toolset_20260401: entry must be an object'],
  ])('%j', (entry, wanted) => {
    expect(problemOf(validate, entry)).toBe(wanted);
  });
});

describe('validateMcpToolset', () => {
  test.each<[unknown, string | undefined]>([
    [mcp(), undefined],
    [3, 'mcp_toolset: entry must be an object'],
    [mcp({ default_config: [] }), 'mcp_toolset: default_config must be an object'],
    [mcp({ configs: {} }), 'mcp_toolset: configs must be an array'],
    [mcp({ configs: ['t'] }), 'mcp_toolset: configs[0] must be an object'],
    [mcp({ configs: [null] }), 'mcp_toolset: configs[0] must be an object'],
    [mcp({ configs: [{ name: '' }] }), 'mcp_toolset: configs[0] requires a non-empty name'],
    [mcp({ configs: [{ name: 'a', enabled: 1 }] }), 'mcp_toolset: configs[0].enabled must be a boolean'],
    [
      mcp({ configs: [{ name: 'a', enabled: null }] }),
      'mcp_toolset: configs[0].enabled must not be null (omit it to inherit)',
    ],
    [
      mcp({ configs: [{ name: 'a', permission_policy: null }] }),
      'mcp_toolset: configs[0].permission_policy must not be null (omit it to inherit)',
    ],
    [
      mcp({ default_config: { permission_policy: 'x' } }),
      'mcp_toolset: default_config.permission_policy must be an object',
    ],
    [
      mcp({ configs: [{ name: 'a', enabled: false, permission_policy: { type: 'x' } }] }),
      'mcp_toolset: unknown permission_policy type "x"',
    ],
    [mcp({ configs: [{ name: 'a', x: 1 }] }), 'mcp_toolset: unknown field "x" in configs[0]'],
    [
      '{"configs":[{"name":"a","enabled":"y","enabled":true}]}',
      'mcp_toolset: a repeated field carries conflicting values',
    ],
    ['{"configs":[{"name":"a","enabled":false,"enabled":true}]}', undefined],
  ])('%j', (entry, wanted) => {
    expect(problemOf(validateMcpToolset, entry)).toBe(wanted);
  });
});

describe('materialize', () => {
  test('fills in what is left to defaults', () => {
    expect(materialize(mcp())).toEqual(mcp({ configs: [], default_config: { enabled: true, permission_policy: ask } }));
    expect(Object.keys(Object(materialize(mcp())))).toEqual(['configs', 'default_config', 'mcp_server_name', 'type']);
    expect(materialize(agent({ default_config: { enabled: null } }))).toEqual(
      agent({ configs: [], default_config: { enabled: true, permission_policy: allow } }),
    );
  });

  test.each<[unknown[], unknown[]]>([
    [
      [{ name: 'nope', x: 1 }, { name: 'bash' }],
      [
        { name: 'nope', x: 1 },
        { name: 'bash', enabled: true, permission_policy: allow },
      ],
    ],
    [
      [null, { name: 'bash', x: 1 }],
      [null, { name: 'bash', enabled: true, permission_policy: allow }],
    ],
    [
      [{ name: 'bash', enabled: false }, { name: 'read' }, { name: 'bash', permission_policy: ask }],
      [
        { name: 'bash', enabled: false, permission_policy: ask },
        { name: 'read', enabled: true, permission_policy: allow },
      ],
    ],
    [[{ name: 'bash', enabled: 'y', permission_policy: 7 }], [{ name: 'bash', enabled: 'y', permission_policy: 7 }]],
  ])('keeps and merges configs: %j', (configs, wanted) => {
    expect(materialize(agent({ configs }))).toMatchObject({ configs: wanted });
  });

  test('leaves everything else as it is, and never changes its input', () => {
    const custom = { type: 'custom', name: 'x' };
    const entry = Object.freeze(agent({ configs: Object.freeze([]) }));
    expect(materializeTools([custom, 3, null, entry])?.slice(0, 3)).toEqual([custom, 3, null]);
    expect(materializeTools(null)).toBe(null);
    expect(entry).toEqual(agent({ configs: [] }));
  });
});

describe('resolveMcp', () => {
  test("keeps the server's order, drops nameless and repeated tools, and names what did not match", () => {
    const entry = mcp({
      configs: [
        { name: 'gone' },
        { name: 'b', permission_policy: allow },
        { name: 'c', enabled: false },
        { name: 'lost' },
      ],
    });
    expect(resolveMcp(entry, [{ name: 'b' }, {}, { name: 'a' }, { name: 'b' }, { name: 'c' }])).toEqual({
      tools: [
        { name: 'b', policy: 'always_allow' },
        { name: 'a', policy: 'always_ask' },
      ],
      unmatched: ['gone', 'lost'],
    });
  });

  test('refuses an unknown policy only for a tool that is on', () => {
    const configs = [{ name: 'a', permission_policy: { type: 'x' } }];
    expect(() => resolveMcp(mcp({ configs }), [{ name: 'a' }])).toThrow(
      'mcp_toolset: unknown permission_policy type "x"',
    );
    expect(resolveMcp(mcp({ configs }), []).unmatched).toEqual(['a']);
  });
});
