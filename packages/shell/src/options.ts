/** Names of `set -o` with their letters, in the order in which bash lists them. */
const SET_OPTIONS = {
  allexport: 'a',
  braceexpand: 'B',
  emacs: '',
  errexit: 'e',
  errtrace: 'E',
  functrace: 'T',
  hashall: 'h',
  histexpand: 'H',
  history: '',
  ignoreeof: '',
  'interactive-comments': '',
  keyword: 'k',
  monitor: 'm',
  noclobber: 'C',
  noexec: 'n',
  noglob: 'f',
  nolog: '',
  notify: 'b',
  nounset: 'u',
  onecmd: 't',
  physical: 'P',
  pipefail: '',
  posix: '',
  privileged: 'p',
  verbose: 'v',
  vi: '',
  xtrace: 'x',
} as const;

/** An option of `set -o`. */
export type SetOption = keyof typeof SET_OPTIONS;

/** Names of `shopt`; the value is whether a new shell has it on. */
const SHELL_OPTIONS: Readonly<Record<string, boolean>> = {
  autocd: false,
  assoc_expand_once: false,
  cdable_vars: false,
  cdspell: false,
  checkhash: false,
  checkjobs: false,
  checkwinsize: true,
  cmdhist: true,
  compat31: false,
  compat32: false,
  compat40: false,
  compat41: false,
  compat42: false,
  compat43: false,
  compat44: false,
  complete_fullquote: true,
  direxpand: false,
  dirspell: false,
  dotglob: false,
  execfail: false,
  expand_aliases: false,
  extdebug: false,
  extglob: false,
  extquote: true,
  failglob: false,
  force_fignore: true,
  globasciiranges: true,
  globskipdots: true,
  globstar: false,
  gnu_errfmt: false,
  histappend: false,
  histreedit: false,
  histverify: false,
  hostcomplete: true,
  huponexit: false,
  inherit_errexit: false,
  interactive_comments: true,
  lastpipe: false,
  lithist: false,
  localvar_inherit: false,
  localvar_unset: false,
  login_shell: false,
  mailwarn: false,
  no_empty_cmd_completion: false,
  nocaseglob: false,
  nocasematch: false,
  noexpand_translation: false,
  nullglob: false,
  patsub_replacement: true,
  progcomp: true,
  progcomp_alias: false,
  promptvars: true,
  restricted_shell: false,
  shift_verbose: false,
  sourcepath: true,
  syslog_history: false,
  varredir_close: false,
  xpg_echo: false,
};

/** All `set -o` names, sorted as bash lists them. */
export const SET_OPTION_NAMES: readonly SetOption[] = Object.keys(SET_OPTIONS).filter(isSetOption);

/** All `shopt` names, sorted. */
export const SHELL_OPTION_NAMES: readonly string[] = Object.keys(SHELL_OPTIONS).sort();

/** Says whether `name` is an option of `set -o`. */
export function isSetOption(name: string): name is SetOption {
  return Object.hasOwn(SET_OPTIONS, name);
}

/** Says whether `name` is an option of `shopt`. */
export function isShellOption(name: string): boolean {
  return Object.hasOwn(SHELL_OPTIONS, name);
}

/** Returns the option that a letter of `set` means. */
export function setOptionOfLetter(letter: string): SetOption | undefined {
  return SET_OPTION_NAMES.find((name) => SET_OPTIONS[name] === letter);
}

/** Returns the value of `$-`. */
export function optionLetters(
  options: ReadonlySet<SetOption>,
  { mode, isInteractive }: { mode: 'c' | 's' | ''; isInteractive: boolean },
): string {
  const letters: string[] = SET_OPTION_NAMES.filter((name) => options.has(name)).map((name) => SET_OPTIONS[name]);
  if (isInteractive) letters.push('i');
  const order = 'abefhikmnptuvxBCEHPT';
  const sorted = letters.filter(Boolean).sort((left, right) => order.indexOf(left) - order.indexOf(right));
  return sorted.join('') + mode;
}

/** Options of a new shell. */
export function defaultSetOptions(): Set<SetOption> {
  return new Set(['braceexpand', 'hashall', 'interactive-comments']);
}

/** `shopt` options of a new shell. */
export function defaultShellOptions(): Set<string> {
  return new Set(SHELL_OPTION_NAMES.filter((name) => SHELL_OPTIONS[name]));
}
