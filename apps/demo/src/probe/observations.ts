import { errorOf, type Observation, run, shapeOf, start, time, within } from './observe.ts';

const HELD_OPEN = 'console.log("on"); setInterval(() => {}, 1e6)';
const BUSY = 'console.log("on"); for (;;);';
/** Says how many characters it reads up to the first line end, and their sum. */
const MEASURE_LINE =
  'let text = ""; console.log("on"); process.stdin.setEncoding("latin1").on("data", (piece) => { text += piece; const end = text.search(/[\\r\\n]/); if (end >= 0) { let sum = 0; for (let at = 0; at < end; at++) sum = (sum * 31 + text.charCodeAt(at)) % 1000003; console.log("got", end, sum, "!"); process.exit() } })';
const LINE_LENGTHS = [255, 1023, 4095, 4096, 16_383, 65_535, 262_143];

/** What the probe looks at, in this order, in one container. */
export const OBSERVATIONS: readonly Observation[] = [
  {
    name: 'versions',
    async run(container) {
      const programs: Record<string, unknown> = {};
      for (const name of ['node', 'npm', 'pnpm', 'yarn', 'python3', 'git']) {
        const process = await container.spawn(name, ['--version']).catch(() => undefined);
        const text = process === undefined ? undefined : await within(readAll(process.output), 15_000);
        programs[name] = text?.trim() ?? 'not there';
      }
      const facts = await run(
        container,
        'console.log(JSON.stringify({ versions: process.versions, platform: process.platform, arch: process.arch, execArgv: process.execArgv, cwd: process.cwd(), tty: process.stdout.isTTY, shell: process.env.SHELL, path: process.env.PATH, home: process.env.HOME, uid: process.getuid?.() }))',
      );
      const { workdir, path } = container;
      return { programs, workdir, path, guest: JSON.parse(facts.output), browser: navigator.userAgent };
    },
  },
  {
    name: 'shapes of errors',
    run: async (container) => ({
      'readFile, missing': await errorOf(container.fs.readFile('no-such-file')),
      'readFile of a directory': await errorOf(container.fs.readFile('.')),
      'mkdir, there already': await errorOf(
        container.fs.mkdir('probe-dir').then(() => container.fs.mkdir('probe-dir')),
      ),
      'rm of a directory': await errorOf(container.fs.rm('probe-dir')),
      'rename, missing': await errorOf(container.fs.rename('no-such-file', 'x')),
      'spawn, missing': await errorOf(container.spawn('no-such-program')),
      'mount, not a snapshot': await errorOf(container.mount(new Uint8Array([1, 2, 3]))),
    }),
  },
  {
    name: 'exit codes after kill()',
    async run(container) {
      const codes: Record<string, unknown> = {};
      for (const [name, program] of [
        ['a program with a timer', HELD_OPEN],
        ['one that ignores SIGTERM', `process.on("SIGTERM", () => {}); ${HELD_OPEN}`],
        ['one that exits with 3 by itself', 'process.exitCode = 3; console.log("on")'],
        ['a busy loop', BUSY],
      ] as const) {
        const running = await start(container, program);
        await running.until('on');
        running.process.kill();
        codes[name] = (await within(running.process.exit, 5000)) ?? 'does not end in 5 s';
      }
      return codes;
    },
  },
  {
    name: 'Ctrl-C',
    async run(container) {
      const heard = await start(
        container,
        `process.on("SIGINT", () => { console.log("heard"); process.exit(7) }); ${HELD_OPEN}`,
      );
      await heard.until('on');
      await heard.type('\x03');
      const plain = await start(container, HELD_OPEN);
      await plain.until('on');
      await plain.type('\x03');
      return {
        handler: await within(heard.process.exit, 5000),
        output: heard.text(),
        plain: await within(plain.process.exit, 5000),
      };
    },
  },
  {
    name: 'echo and line ends',
    async run(container) {
      const program =
        'process.stdin.once("data", (data) => { console.log(JSON.stringify(data.toString())); process.exit() }); console.log("on")';
      const typed = await start(container, program);
      await typed.until('on');
      await typed.type('ab\r');
      await within(typed.process.exit, 5000);
      const { output } = await run(container, 'process.stdout.write("a\\nb\\r\\n\\x1b[31mred"); console.error("err")');
      return { typed: typed.text(), written: output };
    },
  },
  {
    name: 'raw mode',
    async run(container) {
      const program =
        'process.stdin.setRawMode(true); process.stdin.on("data", (data) => { console.log(JSON.stringify(data.toString())); if (data.includes("q")) process.exit() }); console.log("on")';
      const running = await start(container, program);
      const isOn = await running.until('on');
      await running.type('a\x03\r\nq');
      return { isOn, exit: await within(running.process.exit, 5000), output: running.text() };
    },
  },
  {
    name: 'the longest line that arrives whole',
    async run(container) {
      const found: Record<string, unknown> = {};
      for (const isRaw of [false, true]) {
        for (const length of LINE_LENGTHS) {
          const line = Array.from({ length }, (_, index) => String.fromCharCode(48 + (index % 64))).join('');
          let sum = 0;
          for (let at = 0; at < length; at++) sum = (sum * 31 + line.charCodeAt(at)) % 1_000_003;
          const running = await start(container, `${isRaw ? 'process.stdin.setRawMode(true);' : ''}${MEASURE_LINE}`);
          await running.until('on');
          await running.type(`${line}\n`);
          const isWhole = await running.until(`got ${length} ${sum} !`, 4000);
          running.process.kill();
          const name = `${isRaw ? 'raw' : 'cooked'} ${length}`;
          found[name] = isWhole || (/got \d+ \d+/.exec(running.text())?.[0] ?? 'nothing came');
        }
      }
      return found;
    },
  },
  {
    name: 'output of 10 MB',
    async run(container) {
      const { output, exitCode } = await run(
        container,
        'for (let n = 0; n < 160; n++) process.stdout.write("x".repeat(65535) + "y")',
      );
      return { length: output.replaceAll('\r', '').length, ends: output.split('y').length - 1, exitCode };
    },
  },
  {
    name: 'absolute paths and places outside the folder',
    async run(container) {
      await errorOf(container.fs.writeFile('/probe-absolute.txt', 'x'));
      const { output } = await run(
        container,
        'const { existsSync } = require("fs"); console.log(JSON.stringify([existsSync("/probe-absolute.txt"), existsSync("probe-absolute.txt")]))',
      );
      return {
        'in / and in the folder': JSON.parse(output),
        '../probe-above.txt': (await errorOf(container.fs.writeFile('../probe-above.txt', 'x'))) ?? 'written',
        '/tmp/probe.txt': (await errorOf(container.fs.writeFile('/tmp/probe.txt', 'x'))) ?? 'written',
      };
    },
  },
  {
    name: 'kinds of files',
    async run(container) {
      await run(
        container,
        'const fs = require("fs"); fs.mkdirSync("kinds/dir", { recursive: true }); fs.writeFileSync("kinds/file", "x"); fs.chmodSync("kinds/file", 0o755); fs.symlinkSync("file", "kinds/link"); fs.symlinkSync("nowhere", "kinds/dangling"); fs.writeFileSync("kinds/line\\nend", ""); try { fs.writeFileSync(Buffer.from("kinds/\\xff", "latin1"), "") } catch {}',
      );
      const entries = await container.fs.readdir('kinds', { withFileTypes: true });
      const modes = await run(container, 'console.log(require("fs").statSync("kinds/file").mode.toString(8))');
      return {
        entries: entries.map((entry) => ({
          ...entry,
          isFile: entry.isFile(),
          isDirectory: entry.isDirectory(),
        })),
        'through a link': await container.fs.readFile('kinds/link', 'utf8').catch((error: unknown) => String(error)),
        mode: modes.output.trim(),
        exported: await container.export('kinds', { format: 'json' }).catch(shapeOf),
      };
    },
  },
  {
    name: 'watching',
    async run(container) {
      await container.fs.mkdir('watched/below', { recursive: true });
      const heard: unknown[] = [];
      const begin = performance.now();
      const watcher = container.fs.watch('watched', { recursive: true }, (event, name) =>
        heard.push([Math.round(performance.now() - begin), event, String(name)]),
      );
      await container.fs.writeFile('watched/a', '1');
      await run(
        container,
        'const fs = require("fs"); fs.writeFileSync("watched/below/b", "1"); fs.rmSync("watched/a")',
      );
      await within(new Promise(() => undefined), 1500);
      watcher.close();
      return heard;
    },
  },
  {
    name: 'a server',
    async run(container) {
      const events: unknown[] = [];
      const begin = performance.now();
      const note = (...event: unknown[]): void => void events.push([Math.round(performance.now() - begin), ...event]);
      const stops = [
        container.on('port', (port, state, url) => note('port', port, state, url)),
        container.on('server-ready', (port, url) => note('server-ready', port, url)),
      ];
      const running = await start(container, 'require("http").createServer((_, to) => to.end("hi")).listen(3111)');
      await within(new Promise(() => undefined), 3000);
      running.process.kill();
      await within(new Promise(() => undefined), 1500);
      for (const stop of stops) stop();
      return events;
    },
  },
  {
    name: 'more descriptors, and the shell',
    async run(container) {
      const descriptors = await run(
        container,
        'const { spawnSync } = require("child_process"); const answer = spawnSync("node", ["-e", "require(\'fs\').writeSync(3, \'x\')"], { stdio: ["pipe", "pipe", "pipe", "pipe"] }); console.log(JSON.stringify([answer.status, String(answer.output?.[3]), String(answer.stderr).slice(0, 200)]))',
      );
      const shell = await container
        .spawn('jsh', ['-c', 'a=1; echo $a | cat && pwd'])
        .catch((error: unknown) => String(error));
      return {
        descriptors: descriptors.output.trim(),
        shell: typeof shell === 'string' ? shell : await within(readAll(shell.output), 5000),
      };
    },
  },
  {
    name: 'times',
    async run(container) {
      const { fs } = container;
      const text = 'x'.repeat(1024);
      await fs.writeFile('timed', text);
      const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, { file: { contents: text } }]));
      return {
        'readFile 1 KiB': await time(200, () => fs.readFile('timed')),
        'writeFile 1 KiB': await time(200, () => fs.writeFile('timed', text)),
        'spawn node -e 0': await time(5, async () => (await container.spawn('node', ['-e', '0'])).exit),
        'mount 1,000 files': await time(3, () => container.mount({ many: { directory: many } })),
        'export 1,000 files': await time(3, () => container.export('many', { format: 'binary' })),
      };
    },
  },
];

async function readAll(stream: ReadableStream<string>): Promise<string> {
  let text = '';
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
}
