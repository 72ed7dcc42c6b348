/** What a command's arguments can make it do besides what its name says. Data; a command is one entry. */
export interface CommandEffects {
  /** No argument makes it change files, run code or use a network: also words that are not fixed are harmless. */
  readonly onlyReads?: boolean;
  /** An argument with which it writes files, runs code or the like; matched against each fixed word after the name. */
  readonly dangerous?: RegExp;
  /** The same for options that stand before the first operand, the subcommand. */
  readonly dangerousFirst?: RegExp;
  /** Operands beyond this many are files that it writes. */
  readonly readsOperands?: number;
  /** What its operands are: files that it writes, or all but the last read and the last written. */
  readonly operands?: 'write' | 'copy' | 'move';
  /** No operand is the name of a file whose contents it reads. */
  readonly readsNoFiles?: boolean;
  /** It reads the contents of everything below the directories that it is given: always, or with an option that matches. */
  readonly walks?: true | RegExp;
  /** Options whose value is the next word, for a command that reads the current directory when it gets no file behind its pattern. */
  readonly valued?: RegExp;
  /** A little language in an argument, which must be of the harmless kind. */
  readonly program?: 'sed' | 'awk';
  /** It is a wrapper: what it runs is a part of its own, and decides. */
  readonly isTransparent?: boolean;
  /** Changes nothing outside the shell; needs no rule beside commands that have one. */
  readonly isNeutral?: boolean;
}

const READER: CommandEffects = { onlyReads: true };
const PRINTER: CommandEffects = { onlyReads: true, readsNoFiles: true };
const NEUTRAL: CommandEffects = { onlyReads: true, isNeutral: true, readsNoFiles: true };
const GREP: CommandEffects = {
  onlyReads: true,
  walks: /^(?:-[a-zA-Z]*[rR]|--(?:dereference-)?recursive$)/,
  valued:
    /^(?:-[a-zA-Z]*[efABCmDd]|--(?:regexp|file|context|after-context|before-context|max-count|include|exclude|exclude-dir|label))$/,
};
const WRITER: CommandEffects = { operands: 'write' };
const WRAPPER: CommandEffects = { isTransparent: true };

const many = (names: string, effects: CommandEffects): Record<string, CommandEffects> =>
  Object.fromEntries(names.split(' ').map((name) => [name, effects]));

/** Commands by name; one that is not here is taken at its word only where all its arguments are fixed. */
export const COMMAND_EFFECTS: Readonly<Record<string, CommandEffects>> = {
  ...many(
    'base32 base64 b2sum cat cksum cmp comm cut expand fmt fold head hexdump join md5sum nl od paste rev sha1sum sha224sum ' +
      'sha256sum sha384sum sha512sum strings sum tac tail tsort unexpand wc',
    READER,
  ),
  ...many(
    'basename dirname df expr factor groups id nproc numfmt printenv ps pwdx readlink realpath seq sleep stat tr tty type uname ' +
      'which whoami',
    PRINTER,
  ),
  ...many('grep egrep fgrep', GREP),
  diff: { onlyReads: true, walks: /^(?:-[a-zA-Z]*r|--recursive$)/ },
  ...many('du ls', READER),
  ...many(
    'cd pwd true false : echo printf test [ exit return wait set shopt export local declare typeset readonly',
    NEUTRAL,
  ),
  ...many(
    'unset shift break continue read getopts umask times jobs popd pushd dirs mapfile readarray let trap',
    NEUTRAL,
  ),
  ...many('timeout nice nohup setsid stdbuf time command builtin exec env xargs ionice', WRAPPER),
  ...many('touch mkdir rmdir rm unlink truncate chmod chown chgrp shred tee mkfifo mktemp', WRITER),
  ...many('cp install ln', { operands: 'copy', walks: /^(?:-[a-zA-Z]*[arR]|--(?:archive|recursive)$)/ }),
  mv: { operands: 'move' },
  ...many('kill pgrep ps', { readsNoFiles: true }),
  ...many('zip rsync', { walks: /^-[a-zA-Z]*[ar]/ }),
  date: { dangerous: /^(?:-s|--set)/ },
  hostname: { readsOperands: 0, dangerous: /^-[bF]/ },
  file: { dangerous: /^(?:-\w*C|--compile)/ },
  tree: { dangerous: /^-o/ },
  sort: { dangerous: /^(?:-[A-Za-z]*o|--o|-[A-Za-z]*T|--te|--compress|--co|--files0)/ },
  shuf: { dangerous: /^(?:-\w*o|--o)/ },
  uniq: { readsOperands: 1 },
  xxd: { readsOperands: 1 },
  rg: {
    walks: true,
    valued:
      /^(?:-[a-zA-Z]*[efABCmgtTjMEdr]|--(?:regexp|file|glob|iglob|type|type-not|context|after-context|before-context|max-count|max-depth|replace|sort|threads|encoding|color))$/,
    dangerous: /^--(?:pre|hostname-bin|search-zip)|^-\w*z/,
  },
  find: { dangerous: /^-(?:delete|fprint0?|fprintf|fls)$/ },
  jq: { dangerous: /^(?:-\w*f|--from-file|-L|--run-tests)/ },
  column: READER,
  man: { dangerous: /^-(?:P|H|-pager|-html)/ },
  sed: { program: 'sed', dangerous: /^(?:-\w*[if]|--in-place|--i|--file|--fi)/ },
  awk: { program: 'awk', dangerous: /^(?:-\w*[fiEloDp]|--file|--include|--exec|--load|--dump|--profile|--pretty)/ },
  gawk: { program: 'awk', dangerous: /^(?:-\w*[fiEloDp]|--file|--include|--exec|--load|--dump|--profile|--pretty)/ },
  tar: {
    walks: true,
    dangerous:
      /^(?:-?\w*[xcruAF]|--(?:extract|get|create|append|update|delete|concatenate|catenate|to-command|checkpoint-action|use-compress|info-script|new-volume|rsh|rmt|index-file))|^-\w*I/,
  },
  git: {
    dangerousFirst: /^-(?!-version$|-no-pager$|-no-optional-locks$)/,
    dangerous:
      /^(?:--output|--ext-diff|--textconv|-O|--open-files-in-pager|--upload-pack|--receive-pack|--exec|-x|--template|--edit|--editor)/,
  },
  dd: { dangerous: /^of=/ },
  split: WRITER,
  csplit: WRITER,
  watch: WRAPPER,
  sudo: {},
};

/** Returns the effects of a command; nothing is known of one that has no entry. */
export function effectsOf(name: string): CommandEffects {
  return (Object.hasOwn(COMMAND_EFFECTS, name) ? COMMAND_EFFECTS[name] : undefined) ?? {};
}

/** Says whether an awk program only computes and prints: no `system`, pipes, files, loading or indirect calls. */
export function isHarmlessAwk(program: string): boolean {
  const code = program
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
    .replace(/#[^\n]*/g, '')
    .replace(/(^|[(,{;!~&|=\n]|\breturn\b)(\s*)\/(?:[^/\\\n[]|\\.|\[[^\]\n]*\])+\//g, '$1$2""');
  return !/system|getline|@|\||close|fflush|printf?[^;}\n]*>|ENVIRON|PROCINFO|extension/.test(
    code.replaceAll('||', ' or '),
  );
}
