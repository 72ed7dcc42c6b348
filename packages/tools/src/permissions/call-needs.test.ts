import { describe, expect, test } from 'vitest';
import { resultText } from '../contract/tool-result.ts';
import { createTestWorkspace } from '../testing/test-workspace.ts';
import { presets, type ToolPreset } from '../toolset/presets.ts';

/** Calls that read or change `secrets/key`, or a name in it. */
const CALLS: readonly (readonly [ToolPreset, string, Readonly<Record<string, unknown>>])[] = [
  ['agentToolset20260401', 'read', { file_path: 'secrets/key' }],
  ['agentToolset20260401', 'read', { file_path: 'link' }],
  ['agentToolset20260401', 'write', { file_path: 'secrets/new', content: 'x' }],
  ['agentToolset20260401', 'edit', { file_path: 'secrets/key', old_string: 'k', new_string: 'x' }],
  ['codingTools', 'read', { file_path: 'secrets/key' }],
  ['codingTools', 'read', { file_path: 'link' }],
  ['codingTools', 'write', { file_path: 'secrets/new', content: 'x' }],
  ['codingTools', 'list_dir', { path: 'secrets/inner' }],
  ['fileTools', 'read', { path: 'secrets/key' }],
  ['fileTools', 'read', { path: 'link' }],
  ['fileTools', 'write', { path: 'secrets/new', content: 'x' }],
  ['fileTools', 'list_dir', { path: 'secrets/inner' }],
  ['fileTools', 'copy', { source: 'secrets/key', destination: 'copied' }],
  ['fileTools', 'copy', { source: 'plain', destination: 'secrets/copied' }],
  ['fileTools', 'move', { source: 'secrets/key', destination: 'moved' }],
  ['fileTools', 'move', { source: 'plain', destination: 'secrets/moved' }],
  ['fileTools', 'remove', { path: 'secrets/key' }],
];

describe('rules about files hold for every tool', () => {
  test.each(CALLS)('%s: %s %j is denied', async (preset, name, input) => {
    const workspace = createTestWorkspace({
      tools: presets[preset],
      denied: ['read(secrets/**)', 'write(secrets/**)'],
    });
    workspace.files.makeDirectory('/workspace/secrets');
    workspace.files.makeDirectory('/workspace/secrets/inner');
    workspace.write('secrets/key', 'k');
    workspace.write('plain', 'p');
    workspace.files.symlink('secrets/key', '/workspace/link');
    const result = await workspace.run(name, input);
    expect(resultText(result)).toContain('denied by the rule');
    expect(workspace.text('secrets/key')).toBe('k');
    expect(
      workspace.files
        .readDirectory('/workspace')
        .map((entry) => entry.name)
        .sort(),
    ).toEqual(['link', 'plain', 'secrets']);
  });

  test.each<[ToolPreset, object]>([
    ['agentToolset20260401', { pattern: 'k' }],
    ['codingTools', { pattern: 'k', path: '.' }],
    ['fileTools', { pattern: 'k' }],
  ])('%s: a search over files that a rule guards asks, and one elsewhere does not', async (preset, input) => {
    const asked: string[] = [];
    const workspace = createTestWorkspace({
      tools: presets[preset],
      denied: ['read(secrets/**)'],
      async answer({ parts }) {
        asked.push(...parts.flatMap(({ reason }) => reason ?? []));
        return { action: 'deny' };
      },
    });
    workspace.files.makeDirectory('/workspace/secrets');
    workspace.write('secrets/key', 'k');
    expect((await workspace.run('grep', input)).isError).toBe(true);
    expect(asked).toEqual(['a rule guards files in it']);
  });

  test('a search below a guarded directory is denied, one beside it runs', async () => {
    const workspace = createTestWorkspace({ denied: ['read(secrets/**)'] });
    for (const name of ['secrets', 'open']) workspace.files.makeDirectory(`/workspace/${name}`);
    workspace.write('open/a', 'k\n');
    expect(await workspace.say('grep', { pattern: 'k', path: 'open' })).toContain('OK /workspace/open/a:1:k');
    expect(await workspace.say('grep', { pattern: 'k', path: 'secrets' })).toContain('denied by the rule');
    expect(await workspace.say('glob', { pattern: '*', path: 'secrets' })).toContain('denied by the rule');
  });

  test.each([
    ['cat lnk', 'read', 'lnk'],
    ['cat d/.env', 'read', 'd/.env'],
    ['echo pwned > out/lk', 'write', 'out/lk'],
    ['cat round', 'read', 'round'],
  ] as const)('%s: the file of a command is also the one to which its name leads', async (command, access, path) => {
    const asked: unknown[] = [];
    const workspace = createTestWorkspace({
      scripts: { [command]: () => 0 },
      denied: [`${access === 'read' ? 'read' : 'edit'}(.env)`],
      async answer({ parts }) {
        asked.push(...parts.filter(({ verdict }) => verdict === 'asks').map(({ reason }) => reason));
        return { action: 'deny' };
      },
      runner: {
        analyzeCommand: async () => ({
          parts: [
            {
              text: command,
              words: [],
              command: undefined,
              assignments: [],
              redirections: [{ operator: access === 'read' ? '<' : '>', effect: access, path, text: path }],
              parent: undefined,
              origin: 'line',
              getsMoreArguments: false,
              isElsewhere: false,
              isUnderstood: true,
              problems: [],
            },
          ],
          isUnderstood: true,
          problems: [],
        }),
      },
    });
    workspace.files.makeDirectory('/workspace/out');
    workspace.write('.env', 'SECRET');
    workspace.files.symlink('.env', '/workspace/lnk');
    workspace.files.symlink('.', '/workspace/d');
    workspace.files.symlink('../.env', '/workspace/out/lk');
    workspace.files.symlink('round', '/workspace/round');
    const text = resultText(await workspace.run('bash', { command }));
    if (path === 'round') expect(asked).toContain('it may be a file that a rule guards');
    else expect(text).toContain('denied by the rule');
  });

  test('a command in a restarted shell is read as a new shell would read it', async () => {
    const asked: unknown[] = [];
    const workspace = createTestWorkspace({
      scripts: { ls: () => 0 },
      runner: {
        async analyzeCommand(_, { state }) {
          asked.push(state);
          return { parts: [], isUnderstood: true, problems: [] };
        },
      },
    });
    await workspace.run('bash', { command: 'ls' });
    await workspace.run('bash', { command: 'ls', restart: true });
    expect(asked).toEqual([{}, undefined]);
  });
});
