import { readdirSync, readFileSync } from 'node:fs';
import { encodeText, type WorkspaceEntry, type WorkspaceSnapshot } from '@cloche/system';
import { serveAppNetwork } from '@cloche/tools';
import { PLAIN, STRICT, type StandInOptions, whyNoStandIn } from '@cloche/webcontainer-stand-in';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildGuest } from './testing/build-guest.ts';
import { createRandom } from './testing/noisy-terminals.ts';
import { createStandInClient, type StandInClient } from './testing/stand-in-client.ts';
import { never, openTestMachine, type TestMachine } from './testing/test-machine.ts';
import { createToolCalls } from './testing/tool-calls.ts';

const reason = await whyNoStandIn();
const suite = describe.skipIf(reason !== undefined);
/** Why these tests are skipped, where they are. */
const note = reason === undefined ? '' : ` (${reason})`;

let program: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  program = await buildGuest();
}, 60_000);

const opened: TestMachine[] = [];
const clients = new Set<StandInClient>();
afterEach(async () => {
  for (const machine of opened.splice(0)) await machine.dispose();
  // A runtime that has died does not hear that it is torn down; its folder stays.
  for (const { runtimes } of clients) for (const runtime of runtimes) await runtime.dispose();
  clients.clear();
});

async function open(client: StandInClient, options: Parameters<typeof openTestMachine>[2] = {}): Promise<TestMachine> {
  clients.add(client);
  const machine = await openTestMachine(client, program, options);
  opened.push(machine);
  return machine;
}

/** Asks a program for its parent, which is the guest. */
async function guestPid({ bash }: TestMachine): Promise<number> {
  return Number((await bash("node -e 'console.log(process.ppid)'")).stdout);
}

const EMPTY: WorkspaceSnapshot = { entries: [], contents: { numbers: [], lengths: [], bytes: new Uint8Array(0) } };

const FAULTS = {
  damagedLines: 0.01,
  linesPerBurst: 1000,
  foreign: { text: '\x1b[2Ksomebody else~\r\n', everyLines: 20 },
};

/** A stored workspace of these files. */
function stored(
  files: Readonly<Record<string, string>>,
  others: readonly WorkspaceEntry[] = [],
  mode = 0o640,
): WorkspaceSnapshot {
  const bytes = Object.values(files).map((text) => encodeText(text));
  const entries = Object.keys(files).map((path, index): WorkspaceEntry => {
    return {
      kind: 'file',
      path,
      mode,
      mtimeMs: 1_000_000_000_000,
      size: bytes[index]?.length ?? 0,
      content: index + 1,
    };
  });
  return {
    entries: [...others, ...entries],
    contents: {
      numbers: bytes.map((_, index) => index + 1),
      lengths: bytes.map(({ length }) => length),
      bytes: Buffer.concat(bytes),
    },
  };
}

suite.each([
  ['plain', PLAIN],
  ['strict', STRICT],
])(`a machine in a container: %s${note}`, (_, behaviour) => {
  const openHere = (more: Partial<StandInOptions> = {}): Promise<TestMachine> =>
    open(createStandInClient({ ...behaviour, ...more }));

  test('runs our commands and the programs of the container', async () => {
    const { bash, connection } = await openHere();
    const { stdout } = await bash(
      `echo hello | tr a-z A-Z; pwd; ls -a; node -e 'console.log(6*7)'; echo '{"a":1}' | jq .a`,
    );
    expect(stdout).toBe(`HELLO\n${connection.root}\n.\n..\n42\n1\n`);
    expect(connection.root).toMatch(/\/workspace$/);
    expect(await bash('exit 3')).toMatchObject({ exitCode: 3 });
    expect(await bash('node -e "process.exit(5)"')).toMatchObject({ exitCode: 5 });
    expect(await bash('no-such-command')).toMatchObject({ exitCode: 127 });
  });

  test('gives a program its input, and gets its two outputs apart', async () => {
    const { bash } = await openHere();
    const upper = `node -e 'process.stdin.on("data", d => process.stdout.write(String(d).toUpperCase())); console.error("err")'`;
    expect(await bash(`echo abc | ${upper}`)).toMatchObject({ stdout: 'ABC\n', stderr: 'err\n' });
    expect(
      await bash(`seq 3 > n; while read x; do node -e 'console.log(+process.argv[1] + 1)' $x; done < n`),
    ).toMatchObject({
      stdout: '2\n3\n4\n',
    });
    expect(await bash(`yes | node -e 'process.stdin.once("data", () => process.exit(7))'; echo $?`)).toMatchObject({
      stdout: '7\n',
    });
    expect(await bash(`node -e 'setInterval(() => console.log("x"), 1)' | head -n 2`)).toMatchObject({
      stdout: 'x\nx\n',
    });
  });

  test('ends a busy shell loop and a busy program when the time is over', async () => {
    const { bash } = await openHere();
    expect(await bash('echo before; while :; do :; done', { timeoutMs: 300 })).toMatchObject({
      kind: 'timed_out',
      stdout: 'before\n',
    });
    expect(await bash(`node -e 'for(;;);'`, { timeoutMs: 300 })).toMatchObject({ kind: 'timed_out' });
    expect(await bash('echo after')).toMatchObject({ stdout: 'after\n' });
  });

  test('changes and finds files, and tells the store of them', async () => {
    const { host, bash, connection, filesChanged } = await openHere();
    const path = `${connection.root}/src/a.txt`;
    await host.call('restore', { snapshot: EMPTY, shells: {} }, { signal: never });
    await bash(
      `mkdir src; printf 'one\\ntwo\\n' > src/a.txt; node -e 'require("fs").writeFileSync("src/b.txt", "three")'`,
    );
    const facts = await host.call('facts', { path, maxBytes: 1000 }, { signal: never });
    const changed = await host.call(
      'change_file',
      { path, expected: { kind: 'hash', hash: facts.hash ?? '' }, bytes: encodeText('ONE\n'), replaceLink: false },
      { signal: never },
    );
    expect(changed.kind).toBe('changed');
    const found = await host.call(
      'glob',
      { pattern: '**/*.txt', root: connection.root, maxResults: 10, order: 'name' },
      { signal: never },
    );
    expect(found).toMatchObject({ paths: [path, `${connection.root}/src/b.txt`] });
    const grep = await host.call(
      'grep',
      { pattern: 'ONE|three', root: connection.root, maxBytes: 1000 },
      { signal: never },
    );
    expect(grep).toMatchObject({ kind: 'found', matches: 2 });
    const { changes } = await host.call('take_changes', {}, { signal: never });
    expect(changes.entries.map((entry) => entry.path)).toEqual(['src', 'src/a.txt', 'src/b.txt']);
    expect(filesChanged()).toBeGreaterThan(0);
    expect((await host.call('take_changes', {}, { signal: never })).changes).toMatchObject({
      removed: [],
      entries: [],
    });
  });

  test('moves ten megabytes in and out whole', async () => {
    const { host, connection } = await openHere();
    const random = createRandom(5);
    const bytes = Uint8Array.from({ length: 10_000_000 }, () => Math.floor(random() * 256));
    await host.call('import_files', { root: connection.root, files: [{ path: 'big', bytes }] }, { signal: never });
    const read = await host.call('read_file', { path: `${connection.root}/big` }, { signal: never });
    expect(Buffer.compare(read.bytes, bytes)).toBe(0);
  });

  test('keeps names with newlines and names that are not UTF-8', async () => {
    const { host, bash, connection } = await openHere();
    await bash(`echo 1 > $'a\\nb'; echo 2 > $'\\xff\\xfe'`);
    const { entries } = await host.call('list_directory', { path: connection.root }, { signal: never });
    expect(entries.map(({ path }) => path.slice(connection.root.length + 1))).toEqual(['a\nb', '\udcff\udcfe']);
    const { bytes } = await host.call('read_file', { path: `${connection.root}/\udcff\udcfe` }, { signal: never });
    expect(Buffer.from(bytes).toString()).toBe('2\n');
    const { changes } = await host.call('take_changes', {}, { signal: never });
    expect(changes.entries.map(({ path }) => path)).toEqual(['a\nb', '\udcff\udcfe']);
  });

  test('lets a command go on in the background', async () => {
    const { host } = await openHere();
    const owner = { session: 's', loop: 'l' };
    const started = await host.call(
      'process_start',
      {
        ...owner,
        kind: 'command',
        command: `node -e 'setInterval(() => console.log("tick"), 20)'`,
        waitMs: 0,
        mode: 'background',
        lifetimeMs: 0,
      },
      { signal: never },
    );
    if (started.kind !== 'running') throw new Error(started.kind);
    const { id } = started.process;
    let text = '';
    while (!text.includes('tick\ntick\n')) {
      const { entries } = await host.call(
        'process_output',
        { owner, ids: [id], cursor: 0, limitBytes: 1000, wait: 'all', timeoutMs: 50 },
        { signal: never },
      );
      const [entry] = entries;
      text = entry && 'bytes' in entry ? Buffer.from(entry.bytes).toString() : '';
    }
    await host.call('process_stop', { owner, id, mode: 'terminate', graceMs: 5000 }, { signal: never });
  });

  test('is not disturbed by a program that prints the marks of its lines', async () => {
    const { bash } = await openHere();
    const marks = `~${'0'.repeat(16)}G`.repeat(3);
    const { stdout } = await bash(
      `for i in 1 2 3; do echo '${marks}'; done; node -e 'console.log("~".repeat(5000))'; echo end > /dev/tty`,
    );
    expect(stdout).toBe(`${`${marks}\n`.repeat(3)}${'~'.repeat(5000)}\n`);
    expect(await bash('echo fine')).toMatchObject({ stdout: 'fine\n' });
  });

  test('gives the right result to each of 1,000 calls of the tools over a bad terminal', async () => {
    const random = createRandom(31);
    const { host, connection } = await openHere({ terminalFaults: { seed: 31, ...FAULTS } });
    const call = createToolCalls(host, connection.root);
    const pick = (count: number): number => Math.floor(random() * count);
    const texts = new Map<string, string>();
    const wrong: string[] = [];
    let calls = 0;
    const expectCall = async (name: string, input: Record<string, unknown>, wanted: string): Promise<void> => {
      calls++;
      const said = await call(name, input);
      if (said !== wanted) wrong.push(`${name} ${JSON.stringify(input).slice(0, 200)}: ${said.slice(0, 200)}`);
    };
    const lookAtLast = (): Promise<void>[] =>
      [...texts]
        .slice(-4)
        .flatMap(([path, text]) => [
          expectCall('read', { file_path: path }, `OK ${text}`),
          expectCall('grep', { pattern: '^round', path }, `OK ${connection.root}/${path}:1:${text.split('\n')[0]}`),
        ]);
    for (let round = 0; calls < 1000; round++) {
      const path = `d${round % 3}/f${round}.txt`;
      const rest = ` \u00e9\u20ac\n${'0123456789abcde\n'.repeat(pick(1500))}`;
      const [before, after] = [`round ${round}${rest}`, `round x${rest}`];
      const wrote = `OK wrote ${Buffer.byteLength(before)} bytes to ${path}`;
      await expectCall('write', { file_path: path, content: before }, wrote);
      const edit = { file_path: path, old_string: `round ${round} `, new_string: 'round x ' };
      await expectCall('edit', edit, `OK edited ${path} (1 replacement(s))`);
      texts.set(path, after);
      const count = pick(2000);
      const lines = Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('');
      const command = `wc -c < ${path}; seq ${count}`;
      await Promise.all([
        expectCall('bash', { command }, `OK ${Buffer.byteLength(after)}\n${lines}`),
        expectCall('glob', { pattern: path }, `OK ${connection.root}/${path}`),
        ...lookAtLast(),
      ]);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test.each([21])(
    'answers every call at once over a bad terminal (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const { bash, host, connection } = await openHere({ terminalFaults: { seed, ...FAULTS } });
      for (let round = 0; round < 60; round++) {
        const size = Math.floor(random() * 30_000);
        const [said, looked] = await Promise.all([
          bash(`echo ${round}; seq ${round * 3}`),
          host.call('ping', {}, { signal: never }),
          host.call(
            'import_files',
            { root: connection.root, files: [{ path: `f${round}`, bytes: new Uint8Array(size).fill(round) }] },
            { signal: never },
          ),
        ]);
        const lines = Array.from({ length: round * 3 }, (_, index) => `${index + 1}\n`).join('');
        expect(said.stdout).toBe(`${round}\n${lines}`);
        expect(looked).toEqual({});
        const { bytes } = await host.call('read_file', { path: `${connection.root}/f${round}` }, { signal: never });
        expect(Buffer.compare(bytes, new Uint8Array(size).fill(round))).toBe(0);
      }
    },
    60_000,
  );

  test('restores a workspace by a mount, with modes, times, links and odd names', async () => {
    const { host, bash, connection } = await openHere();
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`d/${index}`, `file ${index}`]));
    const snapshot = stored({ a: 'one', ...many, '\udcff': 'bytes', __proto__x: 'p', 'x\ny': 'newline' }, [
      { kind: 'directory', path: 'd', mode: 0o750, mtimeMs: 1_100_000_000_000 },
      { kind: 'directory', path: 'empty', mode: 0o700, mtimeMs: 1_100_000_000_000 },
      { kind: 'symlink', path: 'link', target: 'a', mtimeMs: 1_100_000_000_000 },
    ]);
    await host.call('restore', { snapshot, shells: {} }, { signal: never });
    const { stdout } = await bash(
      `stat -c '%n %a %Y' a d empty; readlink link; cat d/299 $'\\xff' $'x\\ny'; ls d | wc -l`,
    );
    expect(stdout).toBe('a 640 1000000000\nd 750 1100000000\nempty 700 1100000000\na\nfile 299bytesnewline300\n');
    expect((await host.call('take_changes', {}, { signal: never })).changes).toMatchObject({
      removed: [],
      entries: [],
    });
    await bash('rm a; node -e \'require("fs").writeFileSync("d/1", "new")\'');
    const { changes } = await host.call('take_changes', {}, { signal: never });
    expect(changes.removed).toEqual(['a']);
    expect(changes.entries.map(({ path }) => path)).toEqual(['d/1']);
    expect(readdirSync(connection.root)).not.toContain('a');
  });

  test("runs a package's bin from node_modules that were mounted, through its link and by its mode", async () => {
    const client = createStandInClient(behaviour);
    const { host, bash } = await open(client, { exclude: [] });
    const cli = '#!/usr/bin/env node\nconsole.log("ran:", ...process.argv.slice(2))\n';
    const manifest = '{ "name": "x", "version": "1.0.0", "scripts": { "go": "tool a" } }';
    const snapshot = stored(
      { 'node_modules/tool/cli.js': cli, 'package.json': manifest },
      [
        ...['node_modules', 'node_modules/.bin', 'node_modules/tool'].map((path): WorkspaceEntry => {
          return { kind: 'directory', path, mode: 0o755, mtimeMs: 1_000_000_000_000 };
        }),
        { kind: 'symlink', path: 'node_modules/.bin/tool', target: '../tool/cli.js', mtimeMs: 1_000_000_000_000 },
      ],
      0o755,
    );
    await host.call('restore', { snapshot, shells: {} }, { signal: never });
    expect((await bash('npm run --silent go; node_modules/.bin/tool b; npx --no tool c')).stdout).toBe(
      'ran: a\nran: b\nran: c\n',
    );
  }, 60_000);

  test("lets curl and wget fetch by the app's network, and end when nobody reads on", async () => {
    const asked: string[] = [];
    let given = 0;
    const app = serveAppNetwork({
      async fetch({ url, method }) {
        asked.push(`${method} ${url}`);
        const isLarge = url.endsWith('/large');
        return {
          url,
          status: url.endsWith('/none') ? 404 : 200,
          statusText: '',
          headers: [['content-type', 'text/plain']],
          body: (async function* () {
            for (let piece = 0; piece < (isLarge ? 1_000_000 : 1); piece++) {
              given++;
              yield isLarge ? new Uint8Array(65_536).fill(0x78) : encodeText(`body of ${url}\n`);
            }
          })(),
        };
      },
    });
    const { bash } = await open(createStandInClient(behaviour), { app });
    expect(await bash('curl -s http://a.test/one; wget -qO two http://a.test/two; cat two')).toMatchObject({
      stdout: 'body of http://a.test/one\nbody of http://a.test/two\n',
      stderr: '',
    });
    expect(await bash('curl -sf http://a.test/none')).toMatchObject({ exitCode: 22, stdout: '' });
    expect((await bash('curl -s http://a.test/large | head -c 300000 | wc -c')).stdout).toBe('300000\n');
    const read = given;
    expect((await bash('sleep 0.2; echo on')).stdout).toBe('on\n');
    expect(given).toBe(read);
    expect(asked[0]).toBe('GET http://a.test/one');
  });

  test('keeps what is its own out of the workspace', async () => {
    const { bash, connection } = await openHere();
    expect((await bash('find . ; ls -a')).stdout).toBe('.\n.\n..\n');
    const { stdout } = await bash('npm init -y > /dev/null && npm pack 2> /dev/null && tar tzf *.tgz');
    expect(stdout.split('\n').slice(-2)).toEqual(['package/package.json', '']);
    expect(readFileSync(`${connection.root}/package.json`, 'utf8')).toContain('"workspace"');
  }, 60_000);
});

suite(`a machine with much to say${note}`, () => {
  test('passes on 200 megabytes of a program without keeping them', async () => {
    const { bash } = await open(createStandInClient(STRICT));
    const { streamedBytes, stdout } = await bash(
      `node -e 'const b = Buffer.alloc(1e6, "x"); for (let i = 0; i < 200; i++) process.stdout.write(b)'`,
    );
    expect(streamedBytes).toBe(200_000_000);
    expect(stdout.length).toBeLessThanOrEqual(1_048_576);
  }, 60_000);
});

suite(`a machine that is lost${note}`, () => {
  test('says that the guest was killed, and the next one has what was stored', async () => {
    const client = createStandInClient(STRICT);
    const first = await open(client);
    await first.host.call('restore', { snapshot: stored({ a: 'kept' }), shells: {} }, { signal: never });
    const pid = await guestPid(first);
    await expect(first.bash(`node -e 'process.kill(${pid}, "SIGKILL")'; sleep 60`)).rejects.toMatchObject({
      code: 'machine_lost',
      message: expect.stringMatching(/the guest ended|the guest's terminal is gone/),
    });
    await first.dispose();
    const second = await open(client);
    await second.host.call('restore', { snapshot: stored({ a: 'kept' }), shells: {} }, { signal: never });
    expect((await second.bash('cat a')).stdout).toBe('kept');
  });

  test("is not reached by the shell's kill, and is lost when a program kills it", async () => {
    const machine = await open(createStandInClient(STRICT));
    const { bash } = machine;
    const pid = await guestPid(machine);
    const { stderr } = await bash(`kill -9 ${pid}`);
    expect(stderr).toContain('No such process');
    for (const target of ['1', '$PPID', '$$', '-1']) await bash(`kill -9 ${target}`);
    expect((await bash('echo alive')).stdout).toBe('alive\n');
    await expect(bash(`node -e 'process.kill(${pid})'; sleep 60`)).rejects.toMatchObject({ code: 'machine_lost' });
    expect(await machine.connection.failed).toMatch(/the guest ended|the guest's terminal is gone/);
  });

  test('tells a guest that hangs', async () => {
    const machine = await open(createStandInClient(STRICT), { silenceLimitMs: 1200 });
    process.kill(await guestPid(machine), 'SIGSTOP');
    await expect(machine.bash('echo never')).rejects.toMatchObject({ code: 'machine_lost' });
    expect(await machine.connection.failed).toBe('the guest has been silent for 1.2 seconds, and the runtime has not');
  });

  test('waits for a guest that is silent over a long piece of work', async () => {
    const machine = await open(createStandInClient(), { silenceLimitMs: 300 });
    const pid = await guestPid(machine);
    process.kill(pid, 'SIGSTOP');
    const taken = machine.host.call('take_changes', {}, { signal: never });
    let hasFailed = false;
    void machine.connection.failed.then(() => {
      hasFailed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    process.kill(pid, 'SIGCONT');
    expect((await taken).changes.removed).toEqual([]);
    expect(hasFailed).toBe(false);
  });

  test('tells a runtime that is gone in the middle of a call, and boots another', async () => {
    const client = createStandInClient(STRICT);
    const machine = await open(client, { silenceLimitMs: 1200 });
    const call = machine.bash('sleep 60');
    client.runtimes[0]?.state.crash();
    await expect(call).rejects.toMatchObject({ code: 'machine_lost' });
    expect(await machine.connection.failed).toBe('the runtime has been silent for 1.2 seconds');
  });
});
