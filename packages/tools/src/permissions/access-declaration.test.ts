import { describe, expect, test } from 'vitest';
import { isToolResult } from '../contract/tool.ts';
import { resultText } from '../contract/tool-result.ts';
import { createTestWorkspace } from '../testing/test-workspace.ts';
import { presets } from '../toolset/presets.ts';
import { type AccessDeclaration, accessNeeds, accessSchema } from './access-declaration.ts';
import { evaluateRules } from './evaluate-rules.ts';
import { parseRule } from './permission-rule.ts';

function needsOf(access: AccessDeclaration): Exclude<ReturnType<typeof accessNeeds>, { isError: boolean }> {
  const needs = accessNeeds(access, '/workspace/src');
  if (isToolResult(needs)) throw new Error(resultText(needs));
  return needs;
}

describe('a declaration of access', () => {
  test('needs files by absolute path, and network targets in one spelling, each once', () => {
    const { paths, network } = needsOf({
      read: [
        { scope: 'path', path: '../a' },
        { scope: 'path', path: '/workspace/a' },
        { scope: 'tree', path: '.' },
      ],
      write: [{ scope: 'host' }],
      network: [{ host: 'Example.COM.', port: 443 }, { host: 'example.com', port: 443 }, { port: 80 }],
    });
    expect(paths.map(({ access, path, isTree = false }) => [access, path, isTree])).toEqual([
      ['read', '/workspace/a', false],
      ['read', '/workspace/src', true],
      ['write', '/', true],
    ]);
    expect(network).toEqual([
      { host: 'example.com', port: 443 },
      { host: '*', port: 80 },
    ]);
  });

  test('never grants: each target needs a rule, and a rule for a host is none for every host', () => {
    const verdict = (access: AccessDeclaration): string =>
      evaluateRules({ tool: 'bash', ...needsOf(access) }, [
        { ...parseRule('allow', 'bash(host:example.com)', '/workspace'), scope: 'session' },
        { ...parseRule('deny', 'edit(secrets/**)', '/workspace'), scope: 'session' },
      ]).verdict;
    expect(verdict({ network: [{ host: 'example.com', port: 443 }] })).toBe('allowed');
    expect(verdict({ network: [{ host: 'other.org', port: 443 }] })).toBe('asks');
    expect(verdict({ network: [{ port: 443 }] })).toBe('asks');
    expect(verdict({ write: [{ scope: 'path', path: '../secrets/a' }] })).toBe('denied');
    expect(verdict({ write: [{ scope: 'host' }] })).toBe('asks');
  });

  test.each<[AccessDeclaration, string]>([
    [{ read: [{ scope: 'path' }] }, 'access.read[0].path is required with scope "path"'],
    [{ write: [{ scope: 'host', path: '/' }] }, 'access.write[0].path does not go with scope "host"'],
    [{ read: [{ scope: 'tree', path: 'a\0b' }] }, 'access.read[0].path must not contain control characters'],
    [{ network: [{ host: 'http://a.b/c', port: 80 }] }, 'access.network[0].host must be a host name'],
  ])('%j is refused', (access, message) => {
    const answer = accessNeeds(access, '/workspace');
    expect(isToolResult(answer) ? resultText(answer) : '').toContain(message);
  });

  test.each([{ network: [{ port: 0 }] }, { network: [{ port: 65_536 }] }, { other: [] }, { read: [{ scope: 'all' }] }])(
    '%j has no such shape',
    (access) => {
      expect(accessSchema.safeParse(access).success).toBe(false);
    },
  );

  test('is a field of bash, shown with its parts and refused by rules', async () => {
    const texts: string[] = [];
    const workspace = createTestWorkspace({
      tools: presets.codingTools,
      policies: {},
      denied: ['*(host:tracker.example)'],
      async answer({ parts }) {
        texts.push(...parts.filter(({ kind }) => kind === 'network').map(({ text }) => text));
        return { action: 'deny' };
      },
    });
    const command = 'npm test';
    await workspace.run('bash', { command, access: { network: [{ host: 'registry.example', port: 443 }] } });
    expect(texts).toEqual(['registry.example:443']);
    const denied = await workspace.say('bash', {
      command,
      access: { network: [{ host: 'tracker.example', port: 443 }] },
    });
    expect(denied).toContain('denied by the rule deny *(host:tracker.example)');
    expect(await workspace.say('bash', { restart: true, access: {} })).toContain('access goes only with a command');
  });
});
