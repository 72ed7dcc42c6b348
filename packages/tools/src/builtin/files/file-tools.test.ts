import { describe, expect, test } from 'vitest';
import { resultText } from '../../contract/tool-result.ts';
import type { ToolHost } from '../../host/tool-host.ts';
import { createReadEvidence } from '../../loop/read-evidence.ts';
import { createTestWorkspace, type TestWorkspace } from '../../testing/test-workspace.ts';
import { fileTools } from '../../toolset/file-tools.ts';

/*
 * What the reference of these tools does and they do not, with the reason:
 * - a range past the end is told as such, not as "(file is empty)": the two are different answers;
 * - a range that was asked for and is too long is an error that says how much fits, not a silent cut;
 * - everything about a shell: the preset has none.
 */

const open = (options: Parameters<typeof createTestWorkspace>[0] = {}): TestWorkspace =>
  createTestWorkspace({ tools: fileTools, ...options });

/** A host that does something just before it is asked for a change. */
const before =
  (action: (workspace: TestWorkspace) => void, of: () => TestWorkspace) =>
  (host: ToolHost): ToolHost => ({
    call(method, params, options) {
      if (method === 'change_file') action(of());
      return host.call(method, params, options);
    },
  });

describe('read of fileTools', () => {
  test('numbers lines, 2000 at once, and says exactly where to go on', async () => {
    const workspace = open();
    workspace.write('f', Array.from({ length: 2050 }, (_, index) => `${index}`).join('\n'));
    const first = await workspace.say('read', { path: 'f' });
    expect(first.startsWith('OK      1\t0\n     2\t1\n')).toBe(true);
    expect(first).toContain('... [output truncated: showed 2000 lines, more remain; use offset to continue]');
    const next = Number(/continue with offset=(\d+)/.exec(first)?.[1]);
    const second = await workspace.say('read', { path: 'f', offset: next });
    expect(second.startsWith('OK   2001\t2000\n')).toBe(true);
    expect(second.endsWith('  2050\t2049\n')).toBe(true);
  });

  test('joins to the whole when its hints are followed, whatever the limits', async () => {
    const workspace = open();
    const lines = Array.from({ length: 3000 }, (_, index) => `${index} ${'é'.repeat(index % 97)}`);
    workspace.write('f', `${lines.join('\n')}\n`);
    const seen: string[] = [];
    for (let offset = 1, rounds = 0; rounds < 100; rounds++) {
      const text = resultText(await workspace.run('read', { path: 'f', offset }));
      expect(Buffer.byteLength(text)).toBeLessThan(60_000);
      seen.push(...[...text.matchAll(/^ *\d+\t(.*)$/gm)].map(([, line]) => line ?? ''));
      const next = /continue with offset=(\d+)/.exec(text)?.[1];
      if (next === undefined) break;
      offset = Number(next);
    }
    expect(seen).toEqual(lines);
  });

  test.each<[string, string | Uint8Array, object, string | RegExp]>([
    ['an empty file', '', {}, 'OK (file is empty)'],
    ['a range past the end', 'a\nb\n', { offset: 3 }, 'OK (no lines in the requested range: the file has 2 lines)'],
    ['a last line without newline', 'a\nb', {}, 'OK      1\ta\n     2\tb\n'],
    ['a byte order mark', '\ufeffa\n', {}, 'OK      1\ta\n'],
    ['CRLF', 'a\r\nb\r\n', {}, 'OK      1\ta\n     2\tb\n'],
    ['tabs', '\tx\n', {}, 'OK      1\t\tx\n'],
    ['a part', 'a\nb\nc\n', { offset: 2, limit: 1 }, 'OK      2\tb\n'],
    ['a NUL', Uint8Array.of(0, 255, 1), {}, 'OK [binary file f not shown — 3 bytes, type unknown]'],
    ['a ZIP', Uint8Array.of(0x50, 0x4b, 3, 4), {}, 'OK [binary file f not shown — 4 bytes, ZIP archive]'],
    ['a negative offset', 'a', { offset: -1 }, 'E read: offset must be at least 0'],
    ['a negative limit', 'a', { limit: -1 }, 'E read: limit must be at least 0'],
    ['a long line', 'x'.repeat(40_000), {}, /^OK {6}1\tx{20000}… \[line truncated: it has 40000 bytes\]\n\[line 1 cut/],
    [
      'too much at once',
      `${'x'.repeat(999)}\n`.repeat(100),
      { limit: 90 },
      /^E read: f: the lines asked for have 90000 bytes and a result holds 24000; use a smaller limit, such as 24$/,
    ],
  ])('of %s', async (_, content, range, wanted) => {
    const workspace = open();
    workspace.write('f', content);
    const said = await workspace.say('read', { path: 'f', ...range });
    if (typeof wanted === 'string') expect(said).toBe(wanted);
    else expect(said).toMatch(wanted);
  });

  test('gives an image by its content, and no part of one', async () => {
    const workspace = open();
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
    workspace.write('picture.txt', png);
    expect((await workspace.run('read', { path: 'picture.txt' })).content).toEqual([
      { type: 'text', text: '[image content: image/png, 9 bytes]' },
      { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgoB' },
    ]);
    expect(await workspace.say('read', { path: 'picture.txt', offset: 2 })).toMatch(/^E read: .* is an image/);
  });

  test('does not leave the workspace', async () => {
    const workspace = open();
    workspace.files.writeFile('/secret', new Uint8Array(1));
    expect(await workspace.say('read', { path: '../secret' })).toMatch(/^E read: "\.\.\/secret" escapes the workspace/);
    expect(await workspace.say('read', { path: '/secret' })).toMatch(/escapes the workspace/);
    workspace.write('f', 'x');
    expect(await workspace.say('read', { path: '/workspace/f' })).toBe('OK      1\tx\n');
  });
});

describe('edit and write of fileTools', () => {
  const edit = (path: string, from = 'one', to = 'two'): object => ({ path, old_string: from, new_string: to });

  test('need the file to be read, and not again after their own change', async () => {
    const workspace = open();
    workspace.write('a', 'one one\n');
    expect(await workspace.say('edit', edit('a'))).toMatch(/^E .*was not read this session, or it changed since/);
    await workspace.say('list_dir', { path: '.' });
    await workspace.say('grep', { pattern: 'one' });
    expect(await workspace.say('edit', edit('a'))).toMatch(/was not read this session/);
    await workspace.say('read', { path: 'a' });
    expect(await workspace.say('edit', edit('a'))).toMatch(
      /^E edit: old_string appears 2 times in a \(must be unique\)/,
    );
    expect(await workspace.say('edit', { ...edit('a'), replace_all: true })).toBe(
      'OK edited "a": replaced 2 occurrence(s)',
    );
    expect(await workspace.say('edit', edit('a', 'two two', '$& $1'))).toBe('OK edited "a": replaced 1 occurrence(s)');
    expect(workspace.text('a')).toBe('$& $1\n');
    workspace.write('a', 'somebody else\n');
    expect(await workspace.say('edit', edit('a', 'else', 'more'))).toMatch(/changed since you read it/);
    expect(await workspace.say('write', { path: 'a', content: 'x' })).toMatch(
      /^E refusing to overwrite existing file "a"/,
    );
    expect(workspace.text('a')).toBe('somebody else\n');
  });

  test('make a new file without a look, and overwrite one that was read', async () => {
    const workspace = open();
    expect(await workspace.say('write', { path: 'd/n', content: 'hello' })).toBe('OK wrote "d/n" (5 bytes)');
    expect(await workspace.say('edit', edit('d/n', 'hello', 'bye'))).toBe('OK edited "d/n": replaced 1 occurrence(s)');
    expect(await workspace.say('write', { path: 'd/n', content: 'é' })).toBe('OK overwrote "d/n" (2 bytes)');
    expect(await workspace.say('edit', edit('d/n', 'é', 'é'))).toMatch(/are identical/);
    expect(await workspace.say('edit', edit('missing'))).toMatch(/^E cannot edit "missing"/);
  });

  test('say whether the file was deleted, made or changed in between', async () => {
    const run = async (action: (workspace: TestWorkspace) => void, tool: string, input: object): Promise<string> => {
      const workspace: TestWorkspace = open({ around: before(action, () => workspace) });
      workspace.write('a', 'one\n');
      await workspace.say('read', { path: 'a' });
      return workspace.say(tool, input);
    };
    const removed = await run(({ files }) => files.unlink('/workspace/a'), 'edit', edit('a'));
    expect(removed).toMatch(/^E "a" was deleted since you read it/);
    expect(removed).not.toContain('changed since');
    expect(await run((other) => other.write('a', 'other'), 'edit', edit('a'))).toMatch(/changed since you read it/);
    expect(await run((other) => other.write('n', 'theirs'), 'write', { path: 'n', content: 'mine' })).toMatch(
      /^E cannot create "n": a file already exists/,
    );
    const workspace = open();
    workspace.write('a', 'one\n');
    await workspace.say('read', { path: 'a' });
    workspace.files.unlink('/workspace/a');
    expect(await workspace.say('edit', edit('a'))).toMatch(/deleted since you read it/);
  });

  test('say first why a file cannot be read again', async () => {
    let isBroken = false;
    const workspace = open({
      around: (host) => ({
        async call(method, params, options) {
          const result = await host.call(method, params, options);
          return isBroken && method === 'facts'
            ? { ...result, problem: { code: 'EIO', text: 'Input/output error' } }
            : result;
        },
      }),
    });
    workspace.write('a', 'one\n');
    await workspace.say('read', { path: 'a' });
    isBroken = true;
    const said = await workspace.say('edit', edit('a'));
    expect(said).toBe('E cannot read "a": input/output error');
  });

  test('tell both facts when a change was made and could not be remembered', async () => {
    const evidence = createReadEvidence(new Map());
    let isFull = false;
    const failing: typeof evidence = {
      lookup: evidence.lookup,
      record: async (...seen) => {
        if (isFull) throw new Error('no room');
        await evidence.record(...seen);
      },
    };
    const workspace = open({ runner: { evidence: () => failing } });
    workspace.write('a', 'one\n');
    await workspace.say('read', { path: 'a' });
    isFull = true;
    expect(await workspace.say('read', { path: 'a' })).toMatch(/^E read: a was read, but the evidence .* not retained/);
    expect(await workspace.say('edit', edit('a'))).toMatch(/^E edited "a", but .* was not retained \(no room\)/);
    expect(workspace.text('a')).toBe('two\n');
    expect(await workspace.say('edit', edit('a', 'two', 'three'))).toMatch(/not read this session, or it changed/);
  });

  test('change nothing when it cannot be told whether the file was read', async () => {
    const workspace = open({
      runner: {
        evidence: () => ({
          lookup: async () => {
            throw new Error('store gone');
          },
          record: async () => undefined,
        }),
      },
    });
    workspace.write('a', 'one\n');
    expect(await workspace.say('edit', edit('a'))).toMatch(/store gone.*nothing was changed$/);
    expect(await workspace.say('write', { path: 'a', content: 'x' })).toMatch(/nothing was changed$/);
    expect(workspace.text('a')).toBe('one\n');
  });

  test('keep what they know over a reload', async () => {
    const workspace = open();
    workspace.write('a', 'one\n');
    await workspace.say('read', { path: 'a' });
    const next = open({ runner: { loops: { ...workspace.runner.loopStates() } } });
    next.write('a', 'one\n');
    expect(await next.say('edit', edit('a'))).toBe('OK edited "a": replaced 1 occurrence(s)');
  });
});

describe('copy, move and remove', () => {
  test('never overwrite', async () => {
    const workspace = open();
    workspace.write('a', 'A');
    workspace.write('b', 'B');
    workspace.files.changeMode('/workspace/a', 0o755);
    workspace.files.makeDirectory('/workspace/d');
    workspace.write('d/x', 'X');
    expect(await workspace.say('copy', { source: 'a', destination: 'b' })).toBe(
      'E cannot copy to "b": destination already exists',
    );
    expect(workspace.text('b')).toBe('B');
    expect(await workspace.say('copy', { source: 'd', destination: 'e' })).toBe(
      'E cannot copy "d": source is not a regular file',
    );
    expect(await workspace.say('copy', { source: 'a', destination: 'new/c' })).toBe('OK copied "a" to "new/c"');
    expect(workspace.files.stat('/workspace/new/c').mode).toBe(0o755);
    expect(await workspace.say('edit', { path: 'new/c', old_string: 'A', new_string: 'Z' })).toMatch(/not read/);
    expect(await workspace.say('move', { source: 'no', destination: 'x' })).toBe(
      'E cannot move "no": source does not exist',
    );
    expect(await workspace.say('move', { source: 'd', destination: 'b' })).toMatch(/destination already exists/);
    expect(await workspace.say('move', { source: 'd', destination: 'moved' })).toBe('OK moved "d" to "moved"');
    expect(workspace.text('moved/x')).toBe('X');
    expect(await workspace.say('remove', { path: 'moved' })).toBe(
      'E cannot remove "moved": directory is not empty; recursive removal is not supported',
    );
    expect(await workspace.say('remove', { path: 'moved/x' })).toBe('OK removed "moved/x"');
    expect(await workspace.say('remove', { path: 'moved' })).toBe('OK removed "moved"');
    expect(await workspace.say('remove', { path: 'moved' })).toBe('E cannot remove "moved": path does not exist');
    expect(await workspace.say('remove', { path: '../tmp' })).toMatch(/escapes the workspace/);
    expect(await workspace.say('remove', { path: '.' })).toMatch(/cannot remove the workspace/);
  });
});

describe('list_dir, glob and grep of fileTools', () => {
  const make = (): TestWorkspace => {
    const workspace = open();
    workspace.write('a.txt', '');
    workspace.files.makeDirectory('/workspace/sub');
    workspace.files.makeDirectory('/workspace/empty');
    workspace.write('sub/x.ts', 'needle\n');
    workspace.write('sub/bin', 'needle\0');
    workspace.write('hay.txt', Array.from({ length: 225 }, (_, index) => `needle ${index}`).join('\n'));
    return workspace;
  };

  test.each<[string, object, string | RegExp]>([
    ['list_dir', { path: '.' }, 'OK a.txt\nempty/\nhay.txt\nsub/'],
    ['list_dir', { path: 'empty' }, 'OK directory is empty'],
    ['list_dir', { path: 'a.txt' }, /^E list_dir: "a.txt" is not a directory/],
    ['list_dir', { path: 'no' }, 'E list_dir no: no such file or directory'],
    ['glob', { pattern: './**/*.{ts,txt}' }, 'OK a.txt\nhay.txt\nsub/x.ts'],
    ['glob', { pattern: '*.go' }, 'OK no files match'],
    ['glob', { pattern: '../*' }, /^E glob failed: .* escapes/],
    ['grep', { pattern: 'needle', path: 'sub/*' }, 'OK sub/x.ts:1:needle'],
    ['grep', { pattern: 'absent' }, 'OK no matches'],
    ['grep', { pattern: 'x', path: '*.none' }, 'OK no matches (0 files searched)'],
    ['grep', { pattern: '(' }, /^E grep failed: invalid pattern/],
  ])('%s %j', async (tool, input, wanted) => {
    const said = await make().say(tool, input);
    if (typeof wanted === 'string') expect(said).toBe(wanted);
    else expect(said).toMatch(wanted);
  });

  test('show 200 matches', async () => {
    const said = await make().say('grep', { pattern: 'needle' });
    const lines = said.slice(3).split('\n');
    expect(lines[0]).toBe('hay.txt:1:needle 0');
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe('... [output truncated: showing first 200 matches; narrow the pattern or path]');
  });

  test('show 1000 entries', async () => {
    const workspace = open();
    for (let index = 0; index < 1100; index++) workspace.write(`f${index}`, '');
    expect(await workspace.say('list_dir', { path: '.' })).toMatch(
      /\n\.\.\. \[output truncated: showing first 1000 entries\]$/,
    );
    expect(await workspace.say('glob', { pattern: 'f*' })).toMatch(/showing first 1000 of 1100 files\]$/);
  });
});
