import type { Program, ProgramTable } from '@cloche/system';

/** Loads the program of a command. */
type LoadProgram = () => Promise<Program>;

/** All commands, by name; their code loads on first use. */
const COMMANDS: Readonly<Record<string, LoadProgram>> = {
  '[': () => import('./commands/test/test.ts').then(({ bracket }) => bracket),
  awk: () => import('./commands/awk/awk.ts').then(({ awk }) => awk),
  base64: () => import('./commands/base64/base64.ts').then(({ base64 }) => base64),
  basename: () => import('./commands/basename/basename.ts').then(({ basename }) => basename),
  cat: () => import('./commands/cat/cat.ts').then(({ cat }) => cat),
  chmod: () => import('./commands/chmod/chmod.ts').then(({ chmod }) => chmod),
  comm: () => import('./commands/comm/comm.ts').then(({ comm }) => comm),
  cp: () => import('./commands/cp/cp.ts').then(({ cp }) => cp),
  cut: () => import('./commands/cut/cut.ts').then(({ cut }) => cut),
  date: () => import('./commands/date/date.ts').then(({ date }) => date),
  diff: () => import('./commands/diff/diff.ts').then(({ diff }) => diff),
  dirname: () => import('./commands/dirname/dirname.ts').then(({ dirname }) => dirname),
  echo: () => import('./commands/echo/echo.ts').then(({ echo }) => echo),
  egrep: () => import('./commands/grep/grep.ts').then(({ egrep }) => egrep),
  env: () => import('./commands/env/env.ts').then(({ env }) => env),
  false: () => import('./commands/false/false.ts').then(({ falseProgram }) => falseProgram),
  fgrep: () => import('./commands/grep/grep.ts').then(({ fgrep }) => fgrep),
  find: () => import('./commands/find/find.ts').then(({ find }) => find),
  gawk: () => import('./commands/awk/awk.ts').then(({ awk }) => awk),
  grep: () => import('./commands/grep/grep.ts').then(({ grep }) => grep),
  head: () => import('./commands/head/head.ts').then(({ head }) => head),
  ln: () => import('./commands/ln/ln.ts').then(({ ln }) => ln),
  ls: () => import('./commands/ls/ls.ts').then(({ ls }) => ls),
  mkdir: () => import('./commands/mkdir/mkdir.ts').then(({ mkdir }) => mkdir),
  mv: () => import('./commands/mv/mv.ts').then(({ mv }) => mv),
  paste: () => import('./commands/paste/paste.ts').then(({ paste }) => paste),
  printenv: () => import('./commands/printenv/printenv.ts').then(({ printenv }) => printenv),
  printf: () => import('./commands/printf/printf.ts').then(({ printf }) => printf),
  pwd: () => import('./commands/pwd/pwd.ts').then(({ pwd }) => pwd),
  readlink: () => import('./commands/readlink/readlink.ts').then(({ readlink }) => readlink),
  realpath: () => import('./commands/realpath/realpath.ts').then(({ realpath }) => realpath),
  rev: () => import('./commands/rev/rev.ts').then(({ rev }) => rev),
  rm: () => import('./commands/rm/rm.ts').then(({ rm }) => rm),
  rmdir: () => import('./commands/rmdir/rmdir.ts').then(({ rmdir }) => rmdir),
  sed: () => import('./commands/sed/sed.ts').then(({ sed }) => sed),
  seq: () => import('./commands/seq/seq.ts').then(({ seq }) => seq),
  sleep: () => import('./commands/sleep/sleep.ts').then(({ sleep }) => sleep),
  sort: () => import('./commands/sort/sort.ts').then(({ sort }) => sort),
  tac: () => import('./commands/tac/tac.ts').then(({ tac }) => tac),
  tail: () => import('./commands/tail/tail.ts').then(({ tail }) => tail),
  tee: () => import('./commands/tee/tee.ts').then(({ tee }) => tee),
  test: () => import('./commands/test/test.ts').then(({ test }) => test),
  timeout: () => import('./commands/timeout/timeout.ts').then(({ timeout }) => timeout),
  touch: () => import('./commands/touch/touch.ts').then(({ touch }) => touch),
  tr: () => import('./commands/tr/tr.ts').then(({ tr }) => tr),
  true: () => import('./commands/true/true.ts').then(({ trueProgram }) => trueProgram),
  uniq: () => import('./commands/uniq/uniq.ts').then(({ uniq }) => uniq),
  wc: () => import('./commands/wc/wc.ts').then(({ wc }) => wc),
  which: () => import('./commands/which/which.ts').then(({ which }) => which),
  xargs: () => import('./commands/xargs/xargs.ts').then(({ xargs }) => xargs),
  yes: () => import('./commands/yes/yes.ts').then(({ yes }) => yes),
};

/** Creates the table of all commands of this package. */
export function createCommandTable(): ProgramTable {
  const loaded = new Map<string, Program>();
  return {
    has: (name) => Object.hasOwn(COMMANDS, name),
    names: () => Object.keys(COMMANDS),
    load(name) {
      const program = loaded.get(name);
      if (program) return program;
      const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
      if (!load) throw new Error(`no command is called ${name}`);
      return load().then((fresh) => {
        loaded.set(name, fresh);
        return fresh;
      });
    },
  };
}
