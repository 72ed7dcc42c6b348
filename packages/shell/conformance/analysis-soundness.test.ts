import {
  createClock,
  createInProcessHost,
  createMemoryFileSystem,
  createPipe,
  createYielder,
  type Program,
} from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { type AnalysisState, analyzeCommand, createShellProgram, ShellSession } from '../src/index.ts';

const NAMES = ['bash', 'cat', 'git', 'ls', 'rm', 'touch'];
const ENVIRONMENT = new Map([
  ['PATH', '/bin'],
  ['HOME', '/home'],
]);

/** What a script ran and wrote, on a machine whose programs only say that they were called. */
async function observe(script: string): Promise<{ programs: Set<string>; files: string[] }> {
  const clock = createClock({
    now: () => 0,
    monotonic: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
  const yieldIfDue = createYielder(clock, () => new Promise((resolve) => setTimeout(resolve, 0)));
  const files = createMemoryFileSystem({ now: () => 0 });
  for (const path of ['/home', '/bin', '/tmp']) files.makeDirectory(path);
  const programs = new Set<string>();
  const shell = createShellProgram({ limits: { maxDepth: 100 } });
  const load = (name: string): Program => {
    if (name === 'bash') {
      return (context) => {
        programs.add('bash');
        return shell(context);
      };
    }
    return () => {
      programs.add(name);
      return 0;
    };
  };
  const resources = { files, clock, random: (length: number) => new Uint8Array(length), yieldIfDue };
  const table = { has: (name: string) => NAMES.includes(name), names: () => NAMES, load };
  const processes = createInProcessHost({ ...resources, programs: table, programDirectories: ['/bin'] });
  const session = new ShellSession({ ...resources, processes, cwd: '/home', env: ENVIRONMENT });
  const input = createPipe();
  input.writer.release();
  const output = createPipe(1 << 24);
  const descriptors = new Map([
    [0, input.reader],
    [1, output.writer],
    [2, output.writer],
  ]);
  await session.run(script, { descriptors, signal: AbortSignal.timeout(3000) });
  return { programs, files: files.readDirectory('/home').map(({ name }) => name) };
}

/** Returns numbers below a bound, the same for the same seed (mulberry32). */
function createRandom(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

type Choose = <Item>(items: readonly Item[]) => Item;

/** Writes scripts out of everything in the language that runs, hides or evaluates text. */
function writeScript(random: (bound: number) => number): string {
  const choose: Choose = (items) => {
    const item = items[random(items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  const word = (depth: number): string => {
    const inner = (): string => (depth > 2 ? 'rm z' : command(depth + 1));
    return choose<() => string>([
      () => choose(['a', 'b', '1', 'x', '-v', '-n', '--', '-i']),
      () => choose(['$x', '"$x"', '${x}', '${!x}', '${x@P}', '${x:-a}', '"${x[@]}"', '${#x}', '${x[0]}', '${x:1}']),
      () => `$(${inner()})`,
      () => `"a$(${inner()})"`,
      () => `\`${choose(['rm z', 'ls'])}\``,
      () => `'$(rm z)'`,
      () => `'a[$(rm z)]'`,
      () => `"a[\\$(rm z)]"`,
      () => `$'\\x72m'`,
      () => `\${x:=$(${inner()})}`,
      () => `\${x/a/$(${inner()})}`,
      () => choose(['$((x))', '$((1+2))', '$((x+1))', '$((a[0]))', '$((a[x]))']),
      () => `$((1 + $(${inner()})))`,
      () => `{a,$(${inner()})}`,
      () => `<(${inner()})`,
      () => choose(['*', '?m', 'r""m', '\\rm', '~', '"r"m', '[r]m', '["r"]m']),
      () => `'rm z'`,
      () => `'rm z;'`,
    ])();
  };
  const list = (depth: number): string =>
    Array.from({ length: 1 + random(3) }, () => command(depth)).join(
      choose(['; ', ' && ', ' || ', ' | ', '\n', ' & ']),
    );
  const command = (depth: number): string => {
    const inner = (): string => (depth > 2 ? 'ls' : list(depth + 1));
    return choose<() => string>([
      () => `${choose(['ls', 'git', 'cat', 'touch', 'rm', '/bin/ls'])} ${word(depth)}`,
      () => `${choose(['ls', 'git log', ':', 'true'])}`,
      () => `${word(depth)} z`,
      () => `x=${word(depth)}`,
      () => `x=${word(depth)} ls`,
      () => `x=(${word(depth)} a); x+=(${word(depth)})`,
      () => `a[${choose(['0', 'x', '$x', `$(${inner()})`])}]=${word(depth)}`,
      () =>
        `${choose(['eval', 'builtin', 'command', 'exec', 'command -v', 'builtin eval', 'command eval'])} ${word(depth)}`,
      () => `bash ${choose(['-c', '-ec', '-s', '--norc -c', ''])} ${word(depth)}`,
      () => `bash <<E\n${word(depth)}\nE`,
      () => `bash <<'E'\nrm z\nE`,
      () => `bash <<< ${word(depth)}`,
      () => `cat <<E\n${word(depth)}\nE`,
      () => `echo ${word(depth)} | bash`,
      () => `trap ${word(depth)} ${choose(['EXIT', 'ERR', 'DEBUG', 'USR1'])}`,
      () => `f() { ${inner()}; }`,
      () => `${choose(['ls', 'git', 'f'])}() { ${inner()}; }`,
      () => 'f',
      () => `printf ${choose(['-v', '', '--'])} ${word(depth)} ${word(depth)}`,
      () => `unset ${word(depth)}`,
      () => `read ${choose(['x', '-r x', word(depth)])} <<< ${word(depth)}`,
      () => `mapfile ${choose(['x', '-C rm x', '-c 1 -C rm x'])} <<< ${word(depth)}`,
      () => `[[ ${word(depth)} ${choose(['-eq', '==', '<', '-nt'])} ${word(depth)} ]]`,
      () => `[[ -v ${word(depth)} ]]`,
      () => `[ ${word(depth)} ${word(depth)} ]`,
      () => `test ${choose(['-v', '-n', '!', ''])} ${word(depth)}`,
      () => `((${choose(['x', 'x = 1', 'x++', 'a[x]', '1', `a[$(${inner()})]`])}))`,
      () => `let ${word(depth)}`,
      () => `declare ${choose(['-i', '-n', '-a', '-x', ''])} ${choose(['x', 'y', 'PATH', 'a'])}=${word(depth)}`,
      () => `export ${choose(['x', 'PATH', 'BASH_ENV'])}=${word(depth)}`,
      () => `readonly ${word(depth)}`,
      () => `alias ls=${word(depth)}`,
      () => `shopt -s ${choose(['expand_aliases', 'extglob', 'nullglob'])}`,
      () => `set ${choose(['-a', '-x', '--', '-e', '-u'])} ${word(depth)}`,
      () => `hash -p /bin/rm ${choose(['ls', 'git'])}`,
      () => `${choose(['.', 'source'])} ${word(depth)}`,
      () => `case ${word(depth)} in ${choose(['*', 'a', '$x'])}) ${inner()};; esac`,
      () => `for x in ${word(depth)} a; do ${inner()}; done`,
      () => `for ((x = 0; x < 2; x++)); do ${inner()}; done`,
      () => `if ${inner()}; then ${inner()}; else ${inner()}; fi`,
      () => `(${inner()})`,
      () => `{ ${inner()}; } > ${choose(['out', '$x', '"$x"', '/dev/null'])}`,
      () => `ls ${choose(['>', '>>', '<>', '&>', '2>'])} ${choose(['out', 'o"u"t', '$x', word(depth)])}`,
      () => `PS4=${word(depth)}; set -x`,
      () => `getopts ${word(depth)} x -a`,
      () => `wait ${word(depth)}`,
      () => `compgen -W ${word(depth)}`,
      () => `enable -n test; test ${word(depth)}`,
    ])();
  };
  return `${choose(['', `x='a[$(rm z)]'; `, `x=1; `, `x=z; `])}${list(0)}`;
}

const STATE: AnalysisState = {
  state: {
    environment: [...ENVIRONMENT].map(([name, value]) => ({ name, value, isReadonly: false, isInteger: false })),
    functions: [],
    aliases: [],
    shellOptions: [],
  },
  initialEnvironment: ENVIRONMENT,
  programs: new Set(NAMES),
  programDirectories: ['/bin'],
};

const COUNT = Number(process.env['CLOCHE_SOUNDNESS_COUNT'] ?? 4000);

describe('analyzeCommand', () => {
  test('shows every program and file of a command line that it says it understands', async () => {
    let understood = 0;
    for (let seed = 1; seed <= COUNT; seed++) {
      const script = writeScript(createRandom(seed));
      const analysis = analyzeCommand(script, STATE);
      if (!analysis.isUnderstood) continue;
      understood++;
      const { programs, files } = await observe(script);
      const shown = new Set(analysis.parts.map(({ command }) => command?.name));
      const written = new Set(
        analysis.parts.flatMap(({ redirections }) =>
          redirections.flatMap(({ effect, path }) => (effect === 'write' ? [path] : [])),
        ),
      );
      for (const name of programs) expect(shown, `seed ${seed}: ${script}`).toContain(name);
      for (const name of files) expect(written, `seed ${seed}: ${script}`).toContain(name);
    }
    expect(understood).toBeGreaterThan(COUNT / 20);
  }, 120_000);
});
