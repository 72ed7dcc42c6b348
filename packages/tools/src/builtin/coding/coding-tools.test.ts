import { decodeText } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { resultText } from '../../contract/tool-result.ts';
import { createTestWorkspace, type TestWorkspace } from '../../testing/test-workspace.ts';
import { codingTools } from '../../toolset/coding-tools.ts';
import { isAnswer } from './answer-exit.ts';

/*
 * What the references of these tools do and they do not, with the reason:
 * - a last empty line after the final newline is not shown: a file has as many lines as its reader sees;
 * - an edit that changes nothing is an error, not "(no changes)";
 * - a symbolic link is written through to its target, not refused;
 * - bash between a read and an edit invalidates only what it changed: what was seen is told by content;
 * - a nonzero exit is an error, except where it is an answer;
 * - background processes and terminals have tests of their own, with real shells (packages/cli).
 */

const open = (options: Parameters<typeof createTestWorkspace>[0] = {}): TestWorkspace =>
  createTestWorkspace({ tools: codingTools, ...options });

describe('read of codingTools', () => {
  test.each<[string, string | Uint8Array, object, string | RegExp]>([
    ['lines', 'a\nb\n\nc\n', {}, 'OK      1\ta\n     2\tb\n     3\t\n     4\tc\n'],
    ['a range', 'a\nb\nc\n', { view_range: [2, 2] }, 'OK      2\tb\n'],
    ['a range to the end', 'a\nb\nc\n', { view_range: [2, 0] }, 'OK      2\tb\n     3\tc\n'],
    ['an inverted range', 'a\n', { view_range: [3, 1] }, /^E read: the end of view_range comes before its start/],
    ['half a range', 'a\n', { view_range: [2] }, /^E read: view_range must be/],
    ['offset and limit', 'a\nb\nc\n', { offset: 2, limit: 1 }, 'OK      2\tb\n'],
    ['past the end', 'a\n', { offset: 9 }, 'OK (no lines in the requested range: the file has 1 line)'],
    ['nothing', '', {}, 'OK (file is empty)'],
    ['a binary', 'a\0bcd', {}, /^OK \[binary file f not shown — 5 bytes\]\nIts type is unknown/],
    [
      'bytes that are not UTF-8',
      Uint8Array.of(0x61, 0xe9, 0x0a),
      {},
      'OK      1\ta\ufffd\n[this file is not UTF-8: other bytes are shown as \ufffd]',
    ],
    [
      'a long line',
      'y'.repeat(5000),
      {},
      /^OK {6}1\ty{2000}… \[line truncated: it has 5000 bytes\]\n\[line 1 cut at 2000/,
    ],
    [
      'more than fits',
      'z'.repeat(999).concat('\n').repeat(100),
      {},
      /z\n\[lines 1-30 of 100; continue with offset=31\]$/,
    ],
    [
      'more than fits, asked for',
      'z'.repeat(999).concat('\n').repeat(100),
      { offset: 1, limit: 50 },
      /^E .* have 50000 bytes and a result holds 30000; use a smaller limit, such as 30$/,
    ],
  ])('of %s', async (_, content, range, wanted) => {
    const workspace = open();
    workspace.write('f', content);
    const said = await workspace.say('read', { file_path: 'f', ...range });
    if (typeof wanted === 'string') expect(said).toBe(wanted);
    else expect(said).toMatch(wanted);
  });

  test('says what is missing or no file', async () => {
    const { say } = open();
    expect(await say('read', { file_path: 'no' })).toBe('E read no: no such file or directory');
    expect(await say('read', { file_path: '.' })).toMatch(/^E read: \. is not a regular file; it is a directory/);
  });
});

describe('write of codingTools', () => {
  test('needs a file that exists to be read whole', async () => {
    const workspace = open({ scripts: { nothing: () => 0 } });
    const write = (content: string): Promise<string> => workspace.say('write', { file_path: 'f', content });
    workspace.write('f', 'x'.repeat(999).concat('\n').repeat(100));
    expect(await write('new')).toMatch(/^E write: file f must be read before writing: use read/);
    await workspace.say('read', { file_path: 'f' });
    expect(await write('new')).toMatch(/^E write: file f must be read before writing: you have seen only a part/);
    await workspace.say('read', { file_path: 'f', view_range: [2, 2] });
    await workspace.say('bash', { command: 'nothing' });
    expect(await write('new')).toBe('OK wrote f (3 bytes)');
    expect(await write('newer')).toBe('OK wrote f (5 bytes)');
    workspace.write('f', 'changed');
    expect(await write('mine')).toMatch(/^E write: file f must be read before writing: it changed since you read it/);
    expect(workspace.text('f')).toBe('changed');
    expect(await workspace.say('write', { file_path: 'a/b', content: 'é' })).toBe('OK wrote a/b (2 bytes)');
    expect(await workspace.say('write', { file_path: 'a', content: '' })).toMatch(
      /^E write: cannot write a: it is not a reg/,
    );
    expect(await workspace.say('write', { file_path: 'f/x', content: '' })).toBe('E write f/x: not a directory');
  });

  test('keeps the mode, and writes through a link', async () => {
    const workspace = open();
    workspace.write('s.sh', 'a\n');
    workspace.files.changeMode('/workspace/s.sh', 0o755);
    workspace.files.symlink('s.sh', '/workspace/link');
    await workspace.say('read', { file_path: 'link' });
    expect(await workspace.say('write', { file_path: 'link', content: 'b\n' })).toBe('OK wrote link (2 bytes)');
    expect(workspace.files.lstat('/workspace/link').kind).toBe('symlink');
    expect([workspace.text('s.sh'), workspace.files.stat('/workspace/s.sh').mode]).toEqual(['b\n', 0o755]);
    const names = workspace.files.readDirectory('/workspace').map(({ name }) => name);
    expect(names.sort()).toEqual(['link', 's.sh']);
  });

  test('says that a byte order mark is gone', async () => {
    const workspace = open();
    workspace.write('f', '\ufeffa');
    await workspace.say('read', { file_path: 'f' });
    expect(await workspace.say('write', { file_path: 'f', content: 'b' })).toMatch(/byte order mark is gone$/);
  });
});

describe('edit of codingTools', () => {
  const cases: [string, string, object, string][] = [
    ['dollar patterns', 'rate = OLD;', { old_string: 'OLD', new_string: "$& $$ $1 $` $'" }, "rate = $& $$ $1 $` $';"],
    [
      'CRLF over lines',
      'alpha\r\nbeta\r\ngamma\r\n',
      { old_string: 'alpha\nbeta', new_string: 'A\nB' },
      'A\r\nB\r\ngamma\r\n',
    ],
    ['a final CRLF', 'x\r\ny\r\n', { old_string: 'x\n', new_string: 'x2\n' }, 'x2\r\ny\r\n'],
    ['new text with CRLF', 'a\nb\n', { old_string: 'a', new_string: 'a\r\nc' }, 'a\nc\nb\n'],
    ['tabs', '\tif x {\n\t\ty()\n\t}\n', { old_string: '\t\ty()', new_string: '\t\tz()' }, '\tif x {\n\t\tz()\n\t}\n'],
    ['a byte order mark', '\ufeffk=1\n', { old_string: 'k=1', new_string: 'k=2' }, '\ufeffk=2\n'],
    ['no final newline', 'a\nb', { old_string: 'b', new_string: 'c' }, 'a\nc'],
    ['a deletion', 'a b c', { old_string: ' b', new_string: '' }, 'a c'],
    ['all', 'a a', { old_string: 'a', new_string: 'b', replace_all: true }, 'b b'],
  ];
  test.each(cases)('keeps what it should: %s', async (_, content, edit, wanted) => {
    const workspace = open();
    workspace.write('f', content);
    await workspace.say('read', { file_path: 'f' });
    expect(await workspace.say('edit', { file_path: 'f', ...edit })).toMatch(/^OK edited f \(\d replacement\(s\)\)/);
    expect(workspace.text('f')).toBe(wanted);
  });

  test.each<[string, string | Uint8Array, object, RegExp]>([
    ['spaces for tabs', 'a\n\t\ty()\n', { old_string: '        y()', new_string: 'z' }, /Line 2 differs .*\n→→y\(\)$/],
    [
      'another Unicode form',
      'cafe\u0301',
      { old_string: 'café', new_string: 'z' },
      /at line 1 in a different Unicode form/,
    ],
    [
      'line numbers',
      'one\ntwo\n',
      { old_string: '     1\tone\n     2\ttwo', new_string: 'z' },
      /begins with the line numbers/,
    ],
    ['an empty text', 'abc', { old_string: '', new_string: 'X', replace_all: true }, /old_string is required/],
    ['two places', 'a a', { old_string: 'a', new_string: 'b' }, /appears 2 times in f .*: at line 1\./],
    ['no change', 'a', { old_string: 'a', new_string: 'a' }, /identical/],
    ['nothing like it', 'a', { old_string: 'b', new_string: 'c' }, /not found in f\.$/],
    ['no UTF-8', Uint8Array.of(0x61, 0xe9), { old_string: 'a', new_string: 'c' }, /is not UTF-8 text, so it was left/],
  ])('says why: %s', async (_, content, edit, wanted) => {
    const workspace = open();
    workspace.write('f', content);
    await workspace.say('read', { file_path: 'f' });
    const said = await workspace.say('edit', { file_path: 'f', ...edit });
    expect(said).toMatch(/^E /);
    expect(said).toMatch(wanted);
    expect(workspace.files.readFile('/workspace/f')).toEqual(
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    );
  });

  test('answers with the difference, and gives the app a unified one', async () => {
    const workspace = open();
    workspace.write('p', '1\n2\n3\nold\n5\n6\n7\n');
    await workspace.say('read', { file_path: 'p' });
    const result = await workspace.run('edit', { file_path: 'p', old_string: 'old', new_string: 'new' });
    expect(resultText(result)).toBe('edited p (1 replacement(s))\n--- a/p\n+++ b/p\n  2\n  3\n- old\n+ new\n  5\n  6');
    expect(result.details.diff?.unified).toContain('@@ -1,7 +1,7 @@');
  });

  test('needs a read, and goes on when other changes left the text in one place', async () => {
    const workspace = open();
    workspace.write('f', 'one\ntwo\n');
    const edit = (from: string, to: string): Promise<string> =>
      workspace.say('edit', { file_path: 'f', old_string: from, new_string: to });
    expect(await edit('one', '1')).toMatch(/^E edit: file f must be read before editing/);
    await workspace.say('read', { file_path: 'f' });
    workspace.write('f', 'zero\none\ntwo two\n');
    expect(await edit('two', '2')).toMatch(/^E edit: file f must be read before editing: it changed since/);
    expect(await edit('one', '1')).toMatch(/^OK edited f .*\nThe file carries other changes since you read it/s);
    expect(workspace.text('f')).toBe('zero\n1\ntwo two\n');
  });

  test('loses none of many edits made at once, whatever the path is called', async () => {
    const workspace = open();
    workspace.write('f', Array.from({ length: 100 }, (_, index) => `line${index};`).join('\n'));
    await workspace.say('read', { file_path: 'f' });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        workspace.say('edit', {
          file_path: ['f', './f', '/workspace/f'][index % 3],
          old_string: `line${index};`,
          new_string: `done${index};`,
        }),
      ),
    );
    expect(answers.filter((answer) => !answer.startsWith('OK'))).toEqual([]);
    expect(workspace.text('f')).toBe(Array.from({ length: 100 }, (_, index) => `done${index};`).join('\n'));
  });

  test('makes several edits or none', async () => {
    const workspace = open();
    workspace.write('f', 'a\nb\n');
    await workspace.say('read', { file_path: 'f' });
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'b', new_string: 'c', replace_all: true },
    ];
    expect(
      await workspace.say('multi_edit', { file_path: 'f', edits: [...edits, { old_string: 'x', new_string: 'y' }] }),
    ).toMatch(/^E Error in edit 3: old_string not found in f\. Nothing was written\.$/);
    expect(
      await workspace.say('multi_edit', { file_path: 'f', edits: [edits[0], { old_string: '', new_string: 'y' }] }),
    ).toMatch(/^E Error in edit 2: old_string is required/);
    expect(workspace.text('f')).toBe('a\nb\n');
    expect(await workspace.say('multi_edit', { file_path: 'f', edits: [] })).toBe(
      'E multi_edit: edits must not be empty',
    );
    expect(await workspace.say('multi_edit', { file_path: 'f', edits })).toMatch(
      /^OK Applied 2 edits to f \(3 replacement\(s\)\)\n--- a\/f/,
    );
    expect(workspace.text('f')).toBe('c\nc\n');
  });
});

describe('list_dir, glob and grep of codingTools', () => {
  const make = (): TestWorkspace => {
    const workspace = open();
    for (const directory of ['sub', 'node_modules', 'empty', '.github'])
      workspace.files.makeDirectory(`/workspace/${directory}`);
    workspace.write('b.txt', 'ab');
    workspace.write('sub/f', 'a\nb\nM al\nbe x\nd\n');
    workspace.write('sub/x.ts', 'const needle = 1;\r\nend\r\n');
    workspace.write('node_modules/m.ts', 'needle\n');
    workspace.write('.github/w.yml', 'on: push\n');
    workspace.write('bin', 'needle\0');
    let time = 9000;
    for (const path of ['b.txt', 'sub/f', 'sub/x.ts', '.github/w.yml', 'bin']) {
      time -= 1000;
      workspace.files.setTimes(`/workspace/${path}`, time, time);
    }
    return workspace;
  };
  const content = { output_mode: 'content' };

  test.each<[string, object, string | RegExp]>([
    ['list_dir', {}, 'OK .github/\nempty/\nnode_modules/\nsub/\nb.txt\t2 bytes\nbin\t7 bytes\n'],
    ['list_dir', { path: 'empty' }, 'OK (empty directory)'],
    ['list_dir', { path: 'no' }, 'E list_dir no: no such file or directory'],
    ['glob', { pattern: '*.ts' }, 'OK sub/x.ts'],
    ['glob', { pattern: '**/*.{ts,txt}' }, 'OK b.txt\nsub/x.ts'],
    ['glob', { pattern: 'node_modules/*' }, 'OK node_modules/m.ts'],
    ['glob', { pattern: '.github/**/*.yml' }, 'OK .github/w.yml'],
    ['glob', { pattern: '*', path: 'sub' }, 'OK sub/f\nsub/x.ts'],
    ['glob', { pattern: '*.go' }, 'OK no matches\n[not searched: node_modules; name one as path to search it]'],
    ['glob', { pattern: '*', path: 'no' }, 'E glob: /workspace/no: no such directory'],
    ['grep', { pattern: 'needle' }, /^OK sub\/x\.ts$/],
    ['grep', { pattern: 'needle', ...content }, 'OK sub/x.ts:1:const needle = 1;'],
    ['grep', { pattern: 'needle', ...content, '-n': false }, 'OK sub/x.ts:const needle = 1;'],
    ['grep', { pattern: 'needle', ...content, path: 'sub/x.ts' }, 'OK sub/x.ts:1:const needle = 1;'],
    ['grep', { pattern: 'needle', path: 'node_modules' }, 'OK node_modules/m.ts'],
    ['grep', { pattern: 'end$', ...content }, 'OK sub/x.ts:2:end'],
    ['grep', { pattern: 'm AL', '-i': true, ...content, '-C': 1 }, 'OK sub/f-2-b\nsub/f:3:M al\nsub/f-4-be x'],
    ['grep', { pattern: '^[ad]$', ...content, '-A': 1 }, 'OK sub/f:1:a\nsub/f-2-b\n--\nsub/f:5:d'],
    ['grep', { pattern: '^[ad]$', ...content, context: 1 }, 'OK sub/f:1:a\nsub/f-2-b\n--\nsub/f-4-be x\nsub/f:5:d'],
    ['grep', { pattern: 'al.*be' }, /^OK no matches/],
    ['grep', { pattern: 'al.*be', multiline: true, ...content }, 'OK sub/f:3:M al\nsub/f:4:be x'],
    ['grep', { pattern: 'a', type: 'txt' }, 'OK b.txt'],
    ['grep', { pattern: 'e', type: 'ts', output_mode: 'count' }, 'OK sub/x.ts: 2'],
    ['grep', { pattern: 'needle', glob: '**/*.ts' }, 'OK sub/x.ts'],
    ['grep', { pattern: 'a', glob: '**/*.txt' }, 'OK b.txt'],
    ['grep', { pattern: 'a', glob: '*.none' }, /^OK no matches \(0 files searched\)/],
    ['grep', { pattern: '(' }, /^E grep: invalid pattern: ./],
    ['grep', { pattern: 'a', path: 'src/utlis' }, 'E grep: /workspace/src/utlis: no such file or directory'],
    ['grep', { pattern: 'a', head_limit: -1 }, 'E grep: head_limit must be at least 0'],
    ['grep', { pattern: 'a', output_mode: 'all' }, /^E invalid grep input: output_mode: /],
  ])('%s %j', async (tool, input, wanted) => {
    const said = (await make().say(tool, input)).replace(
      tool === 'grep' && typeof wanted === 'string' ? /\n\[not searched: node_modules;.*\]$/ : /$^/,
      '',
    );
    if (typeof wanted === 'string') expect(said).toBe(wanted);
    else expect(said).toMatch(wanted instanceof RegExp ? new RegExp(wanted.source, 'm') : wanted);
  });

  test('glob says the total when it cuts', async () => {
    const workspace = open();
    for (let index = 0; index < 150; index++) workspace.write(`f${index}`, '');
    const said = await workspace.say('glob', { pattern: 'f*' });
    expect(said.split('\n')).toHaveLength(101);
    expect(said).toMatch(/\[truncated: 100 of 150 matches shown, newest first; refine the pattern\]$/);
  });

  test('grep pages', async () => {
    const workspace = open();
    workspace.write('f', 'x1\nx2\nx3\nx4\nx5\n');
    const page = (head_limit: number, offset: number): Promise<string> =>
      workspace.say('grep', { pattern: 'x', ...content, head_limit, offset });
    expect(await page(2, 0)).toBe(
      'OK f:1:x1\nf:2:x2\n... [3 more result(s) — page with offset=2, or head_limit=0 for all] ...',
    );
    expect(await page(2, 2)).toMatch(/^OK f:3:x3\nf:4:x4\n\.\.\. \[1 more/);
    expect(await page(0, 0)).toBe('OK f:1:x1\nf:2:x2\nf:3:x3\nf:4:x4\nf:5:x5');
    expect(await page(2, 9)).toBe('OK No entries at this offset: there are 5');
  });

  test('a long answer keeps its whole for read_tool_result', async () => {
    const workspace = open();
    workspace.write('f', 'needle and some more text\n'.repeat(5000));
    const { content: parts, details } = await workspace.run('grep', { pattern: 'needle', ...content, head_limit: 0 });
    expect(parts[0]?.text).toMatch(/\n\[output truncated: omitted \d+ of \d+ bytes\]\n/);
    const page = await workspace.say('read_tool_result', { capture_id: details.captureId, max_bytes: 100 });
    expect(page).toMatch(/^OK f:1:needle and some more text\nf:2:/);
  });
});

describe('bash of codingTools', () => {
  const workspace = open({
    scripts: {
      both: async ({ stdout, stderr }) => (await stderr('err\n'), await stdout('out'), 0),
      fail: ({ stdout }) => (stdout('x\n'), 7),
      'grep x f': () => 1,
      xs: ({ stdout }) => (stdout('x'.repeat(40_000)), 0),
      bar: ({ stdout }) => (stdout('0%\r50%\r\u001b[1m100%\u001b[0m\n'), 0),
      flood: async ({ stdout }) => {
        for (let count = 0; count < 960; count++) await stdout('😀'.repeat(16_384));
        return 2;
      },
      'sleep 99': async ({ stdout, signal }) => {
        await stdout('so far');
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(0)));
      },
      "cd -- '/workspace/sub'": () => 0,
      "cd -- '/workspace/no'": ({ stderr }) => (stderr('cd: no\n'), 1),
      "cd -- '/workspace'": () => 0,
    },
  });

  test.each<[object, string]>([
    [{ command: 'both' }, 'OK err\nout\n[exit code: 0]'],
    [{ command: 'fail' }, 'E x\n[exit code: 7]'],
    [{ command: 'grep x f' }, 'OK [exit code: 1]'],
    [{ command: 'bar' }, 'OK 100%\n[exit code: 0]'],
    [{ restart: true }, 'OK bash session restarted'],
    [{ command: 'both', workdir: 'sub' }, 'OK err\nout\n[exit code: 0]'],
    [{ command: 'both', workdir: 'no' }, 'E cd: no\n[exit code: 1]'],
    [{}, 'E bash: command is required'],
    [
      { command: 'sleep 99', timeout_ms: 30 },
      "E so far\n[command timed out after 30ms; output above is partial, and this call's shell state changes were dropped]",
    ],
  ])('%j', async (input, wanted) => {
    expect(await workspace.say('bash', input)).toBe(wanted);
  });

  test('shows the start and the end of a long output, and retains the whole', async () => {
    const { content, details } = await workspace.run('bash', { command: 'xs' });
    const half = 'x'.repeat(16_384);
    expect(content[0]?.text).toBe(`${half}\n[output truncated: omitted 7232 of 40000 bytes]\n${half}\n[exit code: 0]`);
    expect(content[1]?.text).toBe(
      `\n[tool output shaped; all 40000 bytes retained; read the rest with read_tool_result capture_id="${details.captureId}"]`,
    );
    const page = await workspace.say('read_tool_result', { capture_id: details.captureId, offset: 39_990 });
    expect(page).toMatch(/^OK x{10}\n\[capture .*: bytes 39990-39999 of 40000 retained \(original 40000\); end\]$/);
  });

  test('keeps memory bounded for 60 MiB, cuts no character, and tells what is not retained', async () => {
    const { content, details } = await workspace.run('bash', { command: 'flood' });
    expect(content[0]?.text?.isWellFormed()).toBe(true);
    expect(content[0]?.text).not.toContain('\ufffd');
    expect(content[0]?.text).toMatch(/\n\[exit code: 2\]$/);
    expect(content[1]?.text).toContain('the first 16777216 of 62914560 bytes are retained');
    const page = await workspace.say('read_tool_result', { capture_id: details.captureId, offset: 16_777_200 });
    expect(page).toMatch(/; end; truncated: 46137344 bytes not retained \(capture_ceiling\)\]$/);
  });

  test('asks with the command, not with what the model says of it', async () => {
    await workspace.run('bash', { command: 'both', description: 'Only looks around' }, { id: 'said' });
    const prepared = workspace.events.find((event) => event.kind === 'prepared' && event.callId === 'said');
    expect(prepared).toMatchObject({
      subject: {
        summary: expect.stringMatching(/^Run a command: what still runs after 2m goes on running in the background/),
        detail: { kind: 'command', command: 'both', cwd: '/workspace' },
      },
    });
  });

  test('gives the terminal the raw bytes', async () => {
    await workspace.run('bash', { command: 'bar' }, { id: 'raw' });
    const raw = workspace.events.flatMap((event) =>
      event.kind === 'output' && event.callId === 'raw' ? [decodeText(event.bytes)] : [],
    );
    expect(raw.join('')).toBe('0%\r50%\r\u001b[1m100%\u001b[0m\n');
  });
});

describe('isAnswer', () => {
  test.each<[string, number, boolean]>([
    ['grep x f', 1, true],
    ['grep x f', 2, false],
    ["cat f | grep 'a|b;c'", 1, true],
    ['cd d && diff a b', 1, true],
    ['X=1 /usr/bin/grep x', 1, true],
    ['[ -f x ]', 1, true],
    ['! test -f x;', 1, true],
    ['grep x f; make', 1, false],
    ['grep x f && make', 1, false],
    ['grep x f 2>&1', 1, true],
    ['make', 1, false],
  ])('%s exits with %d: %s', (command, exitCode, wanted) => {
    expect(isAnswer(command, exitCode)).toBe(wanted);
  });
});
