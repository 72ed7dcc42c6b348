import { encodeText, NO_NETWORK } from '@cloche/system';
import type { MachineCases } from '../machine-case.ts';

/** What machines can do by themselves and what not, and what they say of it. Most differences are here. */
export const ABILITY_CASES: MachineCases = {
  'runs programs that are not ours': {
    answer: { out: '42\n', err: '', exitCode: 5 },
    async run({ bash }) {
      const { out, err, exitCode } = await bash("node -e 'console.log(6 * 7); process.exitCode = 5'");
      return { out, err, exitCode };
    },
  },
  'gives a program its input, its outputs apart, and its signals': {
    answer: { out: 'ABC\n', err: 'err\n', ended: 'timed_out', signal: '143\n' },
    async run({ bash, put }) {
      await put(
        'upper.cjs',
        'process.stdin.on("data", (bytes) => process.stdout.write(String(bytes).toUpperCase())); console.error("err");',
      );
      const piped = await bash('echo abc | node upper.cjs');
      const busy = await bash("node -e 'for (;;);'", { timeoutMs: 500 });
      const { out: signal } = await bash("node -e 'setInterval(() => 0, 1000)' & sleep 0.3; kill $!; wait $!; echo $?");
      return { out: piped.out, err: piped.err, ended: busy.kind, signal };
    },
  },
  'has the changes of programs': {
    answer: ['made.txt'],
    async run({ bash, call, session }) {
      await call('take_changes', {});
      await bash('node -e \'require("fs").writeFileSync("made.txt", "x")\'');
      const { changes } = await call('take_changes', {});
      return changes.entries.flatMap(({ kind, path }) =>
        kind === 'file' && path.startsWith(`${session}/`) ? [path.slice(session.length + 1)] : [],
      );
    },
  },
  'packs a package with npm, without anything of its own': {
    answer: 'package/index.js\npackage/package.json\n',
    async run({ out, put }) {
      await put('index.js', '');
      return out('npm init -y > /dev/null 2>&1; npm pack > /dev/null 2>&1; tar tzf *.tgz 2> /dev/null | sort');
    },
  },
  "runs a package's bin through its link": {
    answer: 'ran from node_modules: a b\n',
    async run({ out, put }) {
      const bytes = encodeText(
        '#!/usr/bin/env node\nconsole.log("ran from node_modules:", ...process.argv.slice(2))\n',
      );
      await put('node_modules/tool/cli.js', bytes, { mode: 0o755 });
      await put('node_modules/.bin/tool', '../tool/cli.js', { isSymlink: true });
      await put('package.json', '{"name":"x","version":"1.0.0","scripts":{"go":"tool a b"}}');
      return out('npm run --silent go');
    },
  },
  'reaches the network as far as it has one': {
    answer: { code: 7, says: `curl: (7) ${NO_NETWORK}` },
    async run({ bash }) {
      const { err, exitCode } = await bash('curl -sS http://127.0.0.1:1/');
      return { code: exitCode, says: err.trim() };
    },
  },
  'lives on when its shells are killed': {
    answer: { killed: 137, after: 'alive\n', init: 'alive\n' },
    async run({ bash, out }) {
      const { exitCode } = await bash('kill -9 $$; echo not reached');
      const after = await out('echo alive');
      await bash('bash -c "kill -9 $PPID"; kill -9 1');
      return { killed: exitCode, after, init: await out('echo alive') };
    },
  },
  'knows what commands there are': {
    answer: { hasOurs: true, hasPath: true, startsInRoot: true },
    async run({ call, session, root }) {
      const { cwd, machine } = await call('shell_facts', { session });
      return {
        hasOurs: ['bash', 'grep', 'sed', 'awk', 'jq'].every((name) => machine.programs.includes(name)),
        hasPath: machine.environment.some(([name]) => name === 'PATH'),
        startsInRoot: cwd === root,
      };
    },
  },
  'queries JSON': {
    answer: '[1,2]\n0\n3\n',
    run: ({ out }) => out(`echo '{"a":[1,2]}' | jq -c .a 2> /dev/null; echo $?; jq -n nope 2> /dev/null; echo $?`),
  },
};
