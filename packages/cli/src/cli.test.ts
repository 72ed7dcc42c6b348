import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeMessage, encodeMessage } from '@cloche/tools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const guide = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'cloche-cli-'));

beforeAll(() => {
  if (!existsSync(cli)) throw new Error('the command line is not built: run pnpm build first');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command line without a terminal. */
function cloche(args: readonly string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  const options = { cwd: folder, input, encoding: 'utf8', timeout: 20_000 } as const;
  // A session of its own has no terminal, even when a person runs the tests at one.
  const { status, stdout, stderr } = spawnSync('setsid', ['--wait', process.execPath, cli, ...args], options);
  return { status, stdout, stderr };
}

describe('docs/command-line.md', () => {
  const examples = [...guide.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .filter(Boolean)
      .map((example) => example.split(/\n([\s\S]*)/)),
  );

  test.each(examples)('$ %s', (command, output) => {
    const script = `cloche() { setsid --wait '${process.execPath}' '${cli}' "$@"; }\n${command}`;
    expect(execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })).toBe(output);
  });

  test('has examples', () => {
    expect(examples.length).toBeGreaterThan(6);
  });
});

describe('cloche', () => {
  test.each<[string[], number, RegExp]>([
    [['fly'], 2, /^cloche: there is no command 'fly'; 'cloche --help' lists them\n$/],
    [['tool'], 2, /^cloche tool: NAME and JSON are required; 'cloche tool --help' says more\n$/],
    [['tool', 'bash', '{}', '--allow', 'fly'], 2, /--allow fly: the tools are bash, read/],
    [['tool', 'bash', '{}', '--root', '/no/such'], 2, /--root \/no\/such: not a directory/],
    [['tool', 'bash', '{}', '--no-such-option'], 2, /Unknown option '--no-such-option'/],
    [['tool', 'bash', '{}', '--rules', 'mine'], 2, /--rules mine: give the whole path/],
    [['serve', '--root', '/no/such'], 2, /--root \/no\/such: not a directory/],
    [['serve', '--port', '70000'], 2, /--port 70000: a number from 0 to 65535/],
    [['serve', '--token', 'short'], 2, /at least 16 characters/],
  ])('%j says what is wrong', (args, status, message) => {
    const ran = cloche(args);
    expect([ran.status, ran.stdout]).toEqual([status, '']);
    expect(ran.stderr).toMatch(message);
  });

  test.each([[['--help']], [['tool', '--help']], [['bash', '--help']], [['serve', '--help']], [['--version']]])(
    '%j answers',
    (args) => {
      const { status, stdout } = cloche(args);
      expect(status).toBe(0);
      expect(stdout).toMatch(/cloche/);
    },
  );
});

describe('cloche tool', () => {
  const run = (
    name: string,
    input: unknown,
    ...options: string[]
  ): { status: number | null; text: string; code: unknown } => {
    const { status, stdout } = cloche(['tool', name, JSON.stringify(input), ...options]);
    const { content, details } = JSON.parse(stdout);
    return { status, text: content[0].text, code: details.code };
  };

  test('asks for everything, and without a terminal refuses', () => {
    writeFileSync(join(folder, 'f'), 'x');
    expect(run('read', { file_path: 'f' })).toMatchObject({ status: 3, code: 'approval_required' });
    expect(run('write', { file_path: 'f', content: 'y' })).toMatchObject({ status: 3, code: 'approval_required' });
    expect(readFileSync(join(folder, 'f'), 'utf8')).toBe('x');
  });

  test('keeps the file tools inside the root, links included', () => {
    execFileSync('ln', ['-sfn', '/etc', join(folder, 'out')]);
    for (const path of ['/etc/hostname', '../../etc/hostname', 'out/hostname']) {
      expect(run('read', { file_path: path }, '--allow', 'read').text).toMatch(/leads out of the workspace root/);
    }
    expect(run('write', { file_path: 'out/x', content: '' }, '--allow', 'write').status).toBe(1);
    expect(run('glob', { pattern: '/etc/host*' }, '--allow', 'glob').text).toMatch(/leads out/);
    expect(run('grep', { pattern: 'x', path: '/etc' }, '--allow', 'grep').text).toMatch(/leads out/);
  });

  test('gives bash only harmless variables, and all of them when trusted', () => {
    process.env['CLOCHE_TEST_SECRET'] = 'secret';
    const input = { command: 'echo "[$CLOCHE_TEST_SECRET]"; pwd' };
    expect(run('bash', input, '--allow', 'bash').text).toBe(`[]\n${folder}\n`);
    expect(run('bash', input, '--trust').text).toBe(`[secret]\n${folder}\n`);
    delete process.env['CLOCHE_TEST_SECRET'];
  });

  test('takes the tools of another preset, inside the root as well', () => {
    const coding = ['--tools', 'codingTools', '--trust'];
    expect(run('list_dir', { path: '/etc/no-such-directory' }, ...coding).status).toBe(1);
    const careful = (name: string, input: object): string =>
      run(name, input, '--tools', 'codingTools', '--allow', name).text;
    execFileSync('ln', ['-sfn', '/etc', join(folder, 'out')]);
    expect(careful('read', { file_path: 'out/hostname' })).toMatch(/leads out of the workspace root/);
    expect(careful('list_dir', { path: 'out' })).toMatch(/leads out of the workspace root/);
    expect(careful('grep', { pattern: 'x', path: 'out' })).toMatch(/leads out/);
    expect(careful('glob', { pattern: '*', path: 'out' })).toMatch(/leads out/);
    expect(careful('copy', { source: 'out/hostname', destination: 'here' })).toMatch(/leads out/);
    expect(careful('write', { file_path: 'out/x', content: '' })).toMatch(/leads out/);
    expect(cloche(['tool', 'read', '{}', '--tools', 'all']).status).toBe(2);
  });

  test('ends with 1 for an error result', () => {
    expect(run('bash', { command: 'exit 7' }, '--allow', 'bash')).toMatchObject({ status: 1, text: 'exit code: 7' });
    expect(run('fly', {}, '--trust').text).toMatch(/^unknown tool "fly"/);
  });
});

describe('cloche serve --stdio', () => {
  const framed = (message: unknown): Buffer => {
    const encoded = encodeMessage(message);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(encoded.length);
    return Buffer.concat([length, encoded]);
  };

  test('greets, answers calls, and ends with its input', () => {
    writeFileSync(join(folder, 'seen.txt'), 'seen\n');
    const call = {
      kind: 'call',
      id: 1,
      method: 'bash',
      params: { session: 's', command: 'cat seen.txt', timeoutMs: 5000 },
    };
    const input = Buffer.concat([framed(call)]);
    const { status, stdout } = spawnSync(process.execPath, [cli, 'serve', '--stdio', '--root', folder], {
      input,
      timeout: 20_000,
    });
    const messages: unknown[] = [];
    for (let at = 0; at < stdout.length; at += 4 + stdout.readUInt32BE(at))
      messages.push(decodeMessage(stdout.subarray(at + 4, at + 4 + stdout.readUInt32BE(at))));
    expect(status).toBe(0);
    expect(messages.slice(0, 2)).toMatchObject([
      { kind: 'greeting', version: 1, root: realpathSync(folder) },
      { kind: 'hello' },
    ]);
  });

  test('ends at a message that is none', () => {
    const input = Buffer.from([0, 0, 0, 5, 0, 0, 0, 1, 0x7b]);
    const { status } = spawnSync(process.execPath, [cli, 'serve', '--stdio', '--root', folder], {
      input,
      timeout: 20_000,
    });
    expect(status).toBe(0);
  });
});
