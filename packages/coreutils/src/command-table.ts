import type { FetchProvider, Program, ProgramTable } from '@cloche/system';
import type { JsonQueryEngine } from './commands/jq/json-query-engine.ts';

/** What some commands need of the machine. */
export interface CommandPorts {
  /** The network of curl and wget; without it they say what is missing. */
  readonly fetch?: FetchProvider;
  /** Where jq's code runs; without it jq says what is missing. */
  readonly jq?: JsonQueryEngine;
}

/** Loads the program of a command. */
type LoadProgram = (ports: CommandPorts) => Promise<Program>;

/** All commands, by name; their code loads on first use. */
const COMMANDS: Readonly<Record<string, LoadProgram>> = {
  '[': () => import('./commands/test/test.ts').then(({ bracket }) => bracket),
  awk: () => import('./commands/awk/awk.ts').then(({ awk }) => awk),
  b2sum: () => import('./commands/checksum/checksum.ts').then(({ b2sum }) => b2sum),
  base32: () => import('./commands/base32/base32.ts').then(({ base32 }) => base32),
  base64: () => import('./commands/base64/base64.ts').then(({ base64 }) => base64),
  basename: () => import('./commands/basename/basename.ts').then(({ basename }) => basename),
  bc: () => import('./commands/bc/bc.ts').then(({ bc }) => bc),
  cat: () => import('./commands/cat/cat.ts').then(({ cat }) => cat),
  chgrp: () => import('./commands/chown/chown.ts').then(({ chgrp }) => chgrp),
  chmod: () => import('./commands/chmod/chmod.ts').then(({ chmod }) => chmod),
  chown: () => import('./commands/chown/chown.ts').then(({ chown }) => chown),
  cksum: () => import('./commands/cksum/cksum.ts').then(({ cksum }) => cksum),
  clear: () => import('./commands/clear/clear.ts').then(({ clear }) => clear),
  cmp: () => import('./commands/cmp/cmp.ts').then(({ cmp }) => cmp),
  column: () => import('./commands/column/column.ts').then(({ column }) => column),
  comm: () => import('./commands/comm/comm.ts').then(({ comm }) => comm),
  cp: () => import('./commands/cp/cp.ts').then(({ cp }) => cp),
  csplit: () => import('./commands/csplit/csplit.ts').then(({ csplit }) => csplit),
  curl: ({ fetch }) => import('./commands/curl/curl.ts').then(({ createCurl }) => createCurl(fetch)),
  cut: () => import('./commands/cut/cut.ts').then(({ cut }) => cut),
  date: () => import('./commands/date/date.ts').then(({ date }) => date),
  dd: () => import('./commands/dd/dd.ts').then(({ dd }) => dd),
  df: () => import('./commands/df/df.ts').then(({ df }) => df),
  diff: () => import('./commands/diff/diff.ts').then(({ diff }) => diff),
  dirname: () => import('./commands/dirname/dirname.ts').then(({ dirname }) => dirname),
  du: () => import('./commands/du/du.ts').then(({ du }) => du),
  echo: () => import('./commands/echo/echo.ts').then(({ echo }) => echo),
  egrep: () => import('./commands/grep/grep.ts').then(({ egrep }) => egrep),
  env: () => import('./commands/env/env.ts').then(({ env }) => env),
  expand: () => import('./commands/expand/expand.ts').then(({ expand }) => expand),
  expr: () => import('./commands/expr/expr.ts').then(({ expr }) => expr),
  factor: () => import('./commands/factor/factor.ts').then(({ factor }) => factor),
  false: () => import('./commands/false/false.ts').then(({ falseProgram }) => falseProgram),
  fgrep: () => import('./commands/grep/grep.ts').then(({ fgrep }) => fgrep),
  file: () => import('./commands/file/file.ts').then(({ file }) => file),
  find: () => import('./commands/find/find.ts').then(({ find }) => find),
  fmt: () => import('./commands/fmt/fmt.ts').then(({ fmt }) => fmt),
  fold: () => import('./commands/fold/fold.ts').then(({ fold }) => fold),
  gawk: () => import('./commands/awk/awk.ts').then(({ awk }) => awk),
  getopt: () => import('./commands/getopt/getopt.ts').then(({ getopt }) => getopt),
  grep: () => import('./commands/grep/grep.ts').then(({ grep }) => grep),
  gunzip: () => import('./commands/gzip/gzip.ts').then(({ gunzip }) => gunzip),
  gzip: () => import('./commands/gzip/gzip.ts').then(({ gzip }) => gzip),
  hd: () => import('./commands/hexdump/hexdump.ts').then(({ hd }) => hd),
  head: () => import('./commands/head/head.ts').then(({ head }) => head),
  hexdump: () => import('./commands/hexdump/hexdump.ts').then(({ hexdump }) => hexdump),
  hostname: () => import('./commands/hostname/hostname.ts').then(({ hostname }) => hostname),
  id: () => import('./commands/id/id.ts').then(({ id }) => id),
  install: () => import('./commands/install/install.ts').then(({ install }) => install),
  join: () => import('./commands/join/join.ts').then(({ join }) => join),
  jq: ({ jq }) => import('./commands/jq/jq.ts').then(({ createJq }) => createJq(jq)),
  less: () => import('./commands/less/less.ts').then(({ less }) => less),
  link: () => import('./commands/link/link.ts').then(({ link }) => link),
  ln: () => import('./commands/ln/ln.ts').then(({ ln }) => ln),
  ls: () => import('./commands/ls/ls.ts').then(({ ls }) => ls),
  man: () => import('./commands/man/man.ts').then(({ man }) => man),
  md5sum: () => import('./commands/checksum/checksum.ts').then(({ md5sum }) => md5sum),
  mkdir: () => import('./commands/mkdir/mkdir.ts').then(({ mkdir }) => mkdir),
  mktemp: () => import('./commands/mktemp/mktemp.ts').then(({ mktemp }) => mktemp),
  more: () => import('./commands/more/more.ts').then(({ more }) => more),
  mv: () => import('./commands/mv/mv.ts').then(({ mv }) => mv),
  nice: () => import('./commands/nice/nice.ts').then(({ nice }) => nice),
  nl: () => import('./commands/nl/nl.ts').then(({ nl }) => nl),
  nohup: () => import('./commands/nohup/nohup.ts').then(({ nohup }) => nohup),
  nproc: () => import('./commands/nproc/nproc.ts').then(({ nproc }) => nproc),
  numfmt: () => import('./commands/numfmt/numfmt.ts').then(({ numfmt }) => numfmt),
  od: () => import('./commands/od/od.ts').then(({ od }) => od),
  paste: () => import('./commands/paste/paste.ts').then(({ paste }) => paste),
  patch: () => import('./commands/patch/patch.ts').then(({ patch }) => patch),
  printenv: () => import('./commands/printenv/printenv.ts').then(({ printenv }) => printenv),
  printf: () => import('./commands/printf/printf.ts').then(({ printf }) => printf),
  ps: () => import('./commands/ps/ps.ts').then(({ ps }) => ps),
  pwd: () => import('./commands/pwd/pwd.ts').then(({ pwd }) => pwd),
  readlink: () => import('./commands/readlink/readlink.ts').then(({ readlink }) => readlink),
  realpath: () => import('./commands/realpath/realpath.ts').then(({ realpath }) => realpath),
  rev: () => import('./commands/rev/rev.ts').then(({ rev }) => rev),
  rg: () => import('./commands/rg/rg.ts').then(({ rg }) => rg),
  rm: () => import('./commands/rm/rm.ts').then(({ rm }) => rm),
  rmdir: () => import('./commands/rmdir/rmdir.ts').then(({ rmdir }) => rmdir),
  sed: () => import('./commands/sed/sed.ts').then(({ sed }) => sed),
  seq: () => import('./commands/seq/seq.ts').then(({ seq }) => seq),
  sha1sum: () => import('./commands/checksum/checksum.ts').then(({ sha1sum }) => sha1sum),
  sha224sum: () => import('./commands/checksum/checksum.ts').then(({ sha224sum }) => sha224sum),
  sha256sum: () => import('./commands/checksum/checksum.ts').then(({ sha256sum }) => sha256sum),
  sha384sum: () => import('./commands/checksum/checksum.ts').then(({ sha384sum }) => sha384sum),
  sha512sum: () => import('./commands/checksum/checksum.ts').then(({ sha512sum }) => sha512sum),
  shuf: () => import('./commands/shuf/shuf.ts').then(({ shuf }) => shuf),
  sleep: () => import('./commands/sleep/sleep.ts').then(({ sleep }) => sleep),
  sort: () => import('./commands/sort/sort.ts').then(({ sort }) => sort),
  split: () => import('./commands/split/split.ts').then(({ split }) => split),
  stat: () => import('./commands/stat/stat.ts').then(({ stat }) => stat),
  stdbuf: () => import('./commands/nice/nice.ts').then(({ stdbuf }) => stdbuf),
  strings: () => import('./commands/strings/strings.ts').then(({ strings }) => strings),
  stty: () => import('./commands/stty/stty.ts').then(({ stty }) => stty),
  sum: () => import('./commands/sum/sum.ts').then(({ sum }) => sum),
  tac: () => import('./commands/tac/tac.ts').then(({ tac }) => tac),
  tail: () => import('./commands/tail/tail.ts').then(({ tail }) => tail),
  tar: () => import('./commands/tar/tar.ts').then(({ tar }) => tar),
  tee: () => import('./commands/tee/tee.ts').then(({ tee }) => tee),
  test: () => import('./commands/test/test.ts').then(({ test }) => test),
  time: () => import('./commands/time/time.ts').then(({ time }) => time),
  timeout: () => import('./commands/timeout/timeout.ts').then(({ timeout }) => timeout),
  touch: () => import('./commands/touch/touch.ts').then(({ touch }) => touch),
  tput: () => import('./commands/tput/tput.ts').then(({ tput }) => tput),
  tr: () => import('./commands/tr/tr.ts').then(({ tr }) => tr),
  tree: () => import('./commands/tree/tree.ts').then(({ tree }) => tree),
  true: () => import('./commands/true/true.ts').then(({ trueProgram }) => trueProgram),
  truncate: () => import('./commands/truncate/truncate.ts').then(({ truncate }) => truncate),
  tsort: () => import('./commands/tsort/tsort.ts').then(({ tsort }) => tsort),
  tty: () => import('./commands/tty/tty.ts').then(({ tty }) => tty),
  uname: () => import('./commands/uname/uname.ts').then(({ uname }) => uname),
  unexpand: () => import('./commands/expand/expand.ts').then(({ unexpand }) => unexpand),
  uniq: () => import('./commands/uniq/uniq.ts').then(({ uniq }) => uniq),
  unlink: () => import('./commands/link/link.ts').then(({ unlink }) => unlink),
  unzip: () => import('./commands/unzip/unzip.ts').then(({ unzip }) => unzip),
  watch: () => import('./commands/watch/watch.ts').then(({ watch }) => watch),
  wc: () => import('./commands/wc/wc.ts').then(({ wc }) => wc),
  wget: ({ fetch }) => import('./commands/wget/wget.ts').then(({ createWget }) => createWget(fetch)),
  which: () => import('./commands/which/which.ts').then(({ which }) => which),
  whoami: () => import('./commands/id/id.ts').then(({ whoami }) => whoami),
  xargs: () => import('./commands/xargs/xargs.ts').then(({ xargs }) => xargs),
  xxd: () => import('./commands/xxd/xxd.ts').then(({ xxd }) => xxd),
  yes: () => import('./commands/yes/yes.ts').then(({ yes }) => yes),
  zcat: () => import('./commands/gzip/gzip.ts').then(({ zcat }) => zcat),
  zip: () => import('./commands/zip/zip.ts').then(({ zip }) => zip),
};

/** Creates the table of all commands of this package. */
export function createCommandTable(ports: CommandPorts = {}): ProgramTable {
  const loaded = new Map<string, Program>();
  return {
    has: (name) => Object.hasOwn(COMMANDS, name),
    names: () => Object.keys(COMMANDS),
    load(name) {
      const program = loaded.get(name);
      if (program) return program;
      const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
      if (!load) throw new Error(`no command is called ${name}`);
      return load(ports).then((fresh) => {
        loaded.set(name, fresh);
        return fresh;
      });
    },
  };
}
