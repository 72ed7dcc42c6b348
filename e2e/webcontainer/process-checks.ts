import { type Check, codeOf, errorOf, isPending, readAll, readUntil, run } from './check.ts';

const NODE_HELD_OPEN = 'console.log("on"); setInterval(() => {}, 1e6)';

/** Programs. They run in this order in the container of the file checks. */
export const PROCESS_CHECKS: readonly Check[] = [
  {
    name: 'spawn: output as it comes, then the exit code',
    async run({ container }) {
      const program =
        'console.log("first"); process.stdin.once("data", () => { console.log("second"); process.exit(42) })';
      const process = await container.spawn('node', ['-e', program]);
      const reader = process.output.getReader();
      const before = await readUntil(reader, 'first');
      await process.input.getWriter().write('\n');
      const after = await readUntil(reader, 'second');
      return [before.trim(), after.trim(), await process.exit];
    },
    expected: ['first', 'second', 42],
  },
  {
    name: 'spawn: without arguments, with options',
    async run({ container }) {
      const process = await container.spawn('pwd', { cwd: 'dir' });
      return (await readAll(process.output)).trim() === `${container.workdir}/dir`;
    },
    expected: true,
  },
  {
    name: 'spawn: line ends of a terminal, also of what had them',
    run: (context) => run(context, 'node', ['-e', 'process.stdout.write("a\\nb\\r\\n")']),
    expected: { output: 'a\nb\r\n', exitCode: 0 },
    strict: { expected: { output: 'a\r\nb\r\r\n', exitCode: 0 } },
  },
  {
    name: 'spawn: what is typed is read, and echoed by a strict terminal',
    run: (context) => run(context, 'cat', [], { input: 'hi there\n\x04' }),
    expected: { output: 'hi there\n', exitCode: 0 },
    strict: { expected: { output: 'hi there\r\nhi there\r\n', exitCode: 0 } },
  },
  {
    name: 'spawn: standard error and that of children on the same terminal',
    async run(context) {
      const program =
        'console.error("err"); require("child_process").spawnSync("node", ["-e", "console.log(String(123))"], { stdio: "inherit" })';
      return (await run(context, 'node', ['-e', program])).output.split(/\s+/).filter(Boolean);
    },
    expected: ['err', '123'],
  },
  {
    name: 'spawn: a program that there is not',
    async run({ container }) {
      const { message, code } = await errorOf(container.spawn('nosuch'));
      return { message, code };
    },
    expected: { message: 'spawn nosuch ENOENT', code: 'ENOENT' },
    strict: { expected: { message: 'spawn nosuch ENOENT', code: undefined } },
  },
  {
    name: 'spawn: in a folder that there is not',
    run: ({ container }) => codeOf(container.spawn('echo', ['x'], { cwd: 'nowhere' })),
    expected: 'ENOENT',
  },
  {
    name: 'spawn: what the real runtime has not is not there in strict mode',
    run: ({ container }) =>
      Promise.all(
        ['grep', 'sed', 'find'].map((name) => codeOf(container.spawn(name, ['--version'], { output: false }))),
      ),
    expected: [undefined, undefined, undefined],
    strict: { expected: ['ENOENT', 'ENOENT', 'ENOENT'] },
  },
  {
    name: 'spawn: environment, folder, size of the terminal',
    async run(context) {
      const program =
        'console.log([process.env.A, process.env.B, process.env.C, process.cwd(), process.stdout.columns, process.stdout.rows].join("|"))';
      const { output } = await run(context, 'node', ['-e', program], {
        cwd: 'dir/empty',
        env: { A: 1, B: true, C: 'two words' },
        terminal: { cols: 33, rows: 7 },
      });
      return output.trim().replace(context.container.workdir, '');
    },
    expected: '1|true|two words|/dir/empty|33|7',
  },
  {
    name: 'spawn: no output when none is wanted',
    async run({ container }) {
      const process = await container.spawn('echo', ['x'], { output: false });
      const exitCode = await process.exit;
      return [exitCode, await isPending(process.output.getReader().read())];
    },
    expected: [0, true],
  },
  {
    name: 'spawn: a character whose bytes come one by one, which the client breaks when they are not put together',
    async run(context) {
      const program =
        '(async () => { for (const byte of Buffer.from("é😀")) { await new Promise((done) => process.stdout.write(Buffer.from([byte]), done)); await new Promise((done) => setTimeout(done, 40)); } })()';
      const { output } = await run(context, 'node', ['-e', program]);
      return output === 'é😀';
    },
    expected: true,
    strict: { expected: false },
  },
  {
    name: 'spawn: a million characters, none lost at the end',
    async run(context) {
      const program = 'for (let i = 0; i < 50000; i++) process.stdout.write(String(i).padStart(19, "0") + "\\n")';
      const { output, exitCode } = await run(context, 'node', ['-e', program]);
      const lines = output.split(/\r?\n/);
      return [exitCode, lines.length, lines.every((line, index) => line === '' || Number(line) === index)];
    },
    expected: [0, 50_001, true],
  },
  {
    name: 'input: a hundred thousand characters in lines',
    async run({ container }) {
      const program = `
        let bytes = 0;
        console.log('ready');
        process.stdin.on('data', (chunk) => {
          bytes += chunk.length;
          if (!chunk.includes('.')) return;
          console.log('bytes ' + bytes + ';');
          process.exit();
        });`;
      const process = await container.spawn('node', ['-e', program]);
      const reader = process.output.getReader();
      await readUntil(reader, 'ready');
      const writer = process.input.getWriter();
      for (let line = 0; line < 100; line++) await writer.write(`${'x'.repeat(999)}\n`);
      await writer.write('.\n');
      return /bytes (\d+)/.exec(await readUntil(reader, ';'))?.[1];
    },
    expected: '100002',
  },
  {
    name: 'input: a raw terminal gives each key, a strict one whole lines',
    async run({ container }) {
      const program = `
        process.stdin.setRawMode(true);
        console.log('ready');
        process.stdin.once('data', (chunk) => {
          console.log('got ' + JSON.stringify(String(chunk)) + ';');
          process.exit();
        });`;
      const process = await container.spawn('node', ['-e', program]);
      const reader = process.output.getReader();
      await readUntil(reader, 'ready');
      const writer = process.input.getWriter();
      await writer.write('a');
      const waited = new Promise<string>((resolve) => setTimeout(resolve, 300, 'nothing yet'));
      const got = readUntil(reader, ';').then((text) => /got (.*);/.exec(text)?.[1]);
      const first = await Promise.race([got, waited]);
      await writer.write('b\n');
      return [first, await got];
    },
    expected: ['"a"', '"a"'],
    strict: { expected: ['nothing yet', '"ab\\n"'] },
  },
  {
    name: 'input: Ctrl-C interrupts',
    async run({ container }) {
      const process = await container.spawn('node', ['-e', NODE_HELD_OPEN]);
      await readUntil(process.output.getReader(), 'on');
      await process.input.getWriter().write('\x03');
      return process.exit;
    },
    expected: 130,
  },
  {
    name: 'kill: a program that waits; again is nothing',
    async run({ container }) {
      const process = await container.spawn('node', ['-e', NODE_HELD_OPEN]);
      const reader = process.output.getReader();
      await readUntil(reader, 'on');
      process.kill();
      const exitCode = await process.exit;
      process.kill();
      process.resize({ cols: 9, rows: 9 });
      return [exitCode, (await reader.read()).done];
    },
    expected: [143, true],
  },
  {
    name: 'kill: a busy loop, which only teardown ends in strict mode',
    async run({ container }) {
      const process = await container.spawn('node', ['-e', 'console.log("on"); for (;;);']);
      await readUntil(process.output.getReader(), 'on');
      process.kill();
      const stillRuns = new Promise((resolve) => setTimeout(resolve, 400, 'still runs'));
      const exit = await Promise.race([process.exit, stillRuns]);
      return exit;
    },
    expected: 143,
    strict: { expected: 'still runs' },
  },
  {
    name: 'resize: the program is told',
    async run({ container }) {
      const program =
        'console.log("on"); process.stdout.on("resize", () => { console.log(process.stdout.columns + "x" + process.stdout.rows); process.exit() }); setInterval(() => {}, 1e6)';
      const process = await container.spawn('node', ['-e', program], { terminal: { cols: 80, rows: 24 } });
      const reader = process.output.getReader();
      await readUntil(reader, 'on');
      process.resize({ cols: 100, rows: 30 });
      return (await readUntil(reader, 'x')).trim();
    },
    expected: '100x30',
  },
  {
    name: 'spawn: twenty at once',
    async run(context) {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => run(context, 'echo', [String(index)])),
      );
      return results.every(({ output, exitCode }, index) => output.trim() === String(index) && exitCode === 0);
    },
    expected: true,
  },
  {
    name: 'spawn: the shell, by its name',
    run: async (context) => (await run(context, 'jsh', ['-c', 'echo $((6*7)) && exit 7'])).exitCode,
    expected: 7,
  },
  {
    name: 'npm: init and pack',
    async run(context) {
      await context.container.fs.mkdir('package');
      const init = await run(context, 'npm', ['init', '-y'], { cwd: 'package' });
      const pack = await run(context, 'npm', ['pack'], { cwd: 'package' });
      return [init.exitCode, pack.exitCode, await context.container.fs.readdir('package')];
    },
    expected: [0, 0, ['package-1.0.0.tgz', 'package.json']],
  },
  {
    name: 'npx: a program of a mounted node_modules',
    async run(context) {
      const contents = '#!/usr/bin/env node\nconsole.log("ran", process.argv.slice(2).join())';
      await context.container.mount({
        'package.json': { file: { contents: '{"name":"app","version":"1.0.0"}' } },
        node_modules: {
          directory: {
            '.bin': { directory: { tool: { file: { symlink: '../tool/cli.js' } } } },
            tool: {
              directory: {
                'package.json': { file: { contents: '{"name":"tool","version":"1.0.0","bin":"./cli.js"}' } },
                'cli.js': { file: { contents } },
              },
            },
          },
        },
      });
      // A tree has no modes.
      await run(context, 'chmod', ['+x', 'node_modules/tool/cli.js']);
      const { output, exitCode } = await run(context, 'npx', ['--no-install', 'tool', 'one', 'two']);
      return [/ran \S+/.exec(output)?.[0], exitCode];
    },
    expected: ['ran one,two', 0],
  },
];
