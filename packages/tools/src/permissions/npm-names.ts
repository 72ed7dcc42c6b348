/** Commands of npm. */
const COMMANDS: readonly string[] = (
  'access adduser approve-scripts audit bugs cache ci completion config dedupe deny-scripts deprecate ' +
  'diff dist-tag docs doctor edit exec explain explore find-dupes fund get help help-search init ' +
  'install install-ci-test install-scripts install-test link ll login logout ls org outdated owner pack ' +
  'ping pkg prefix profile prune publish query rebuild repo restart root run sbom search set shrinkwrap ' +
  'stage star stars start stop team test token trust undeprecate uninstall unpublish unstar update ' +
  'version view whoami'
).split(' ');

/** Other names of npm's commands. */
const ALIASES: Readonly<Record<string, string>> = {
  owner: 'author',
  docs: 'home',
  bugs: 'issues',
  view: 'info show v',
  search: 'find s se',
  install: 'add i in ins inst insta instal isnt isnta isntal isntall',
  uninstall: 'unlink remove rm r un',
  rebuild: 'rb',
  ls: 'list',
  link: 'ln',
  init: 'create innit',
  'install-test': 'it',
  'install-ci-test': 'cit clean-install-test sit',
  update: 'u up upgrade udpate',
  config: 'c',
  test: 'tst t',
  dedupe: 'ddp',
  run: 'run-script rum urn',
  ci: 'clean-install ic install-clean isntall-clean',
  exec: 'x',
  explain: 'why',
  ll: 'la',
  version: 'verison',
  help: 'hlep',
  'dist-tag': 'dist-tags',
  org: 'ogr',
  adduser: 'add-user',
};

/** Commands that do what another does, and more. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  'install-test': ['install'],
  'install-ci-test': ['ci'],
  set: ['config'],
  get: ['config'],
};

const BY_ALIAS: ReadonlyMap<string, string> = new Map(
  Object.entries(ALIASES).flatMap(([command, names]) => names.split(' ').map((name) => [name, command] as const)),
);

/** Programs that do the same with the same packages and scripts. */
const CLIENTS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
/** What reaches beyond the directory, whichever client does it. */
const OUTWARD: ReadonlySet<string> = new Set(
  'publish unpublish deprecate dist-tag owner access token login logout'.split(' '),
);
/** A subcommand, the script's name, and a word that may be an option's value. */
const MAX_COMMAND_WORDS = 4;

/** Says whether a command of one client may be what a rule says of another's: a publication, or the same script. */
export function isSharedByClients(
  asked: string,
  given: readonly string[],
  called: string,
  values: readonly string[],
): boolean {
  if (asked === called || !CLIENTS.has(asked) || !CLIENTS.has(called)) return false;
  const [command = '', script] = given.filter((token) => !token.startsWith('-'));
  const words = values.filter((value) => !value.startsWith('-')).slice(0, MAX_COMMAND_WORDS);
  if (OUTWARD.has(command)) return words.includes(command);
  const install = installOf(asked, command);
  if (install !== undefined && script === undefined)
    return words.some((word) => installOf(called, word) === install) || words.length === 0;
  return script !== undefined && /^run(?:-script)?$/.test(command) && words.includes(script);
}

/** The names under which each client adds what others have published. */
const INSTALLS: ReadonlySet<string> = new Set(['install', 'add']);

function installOf(client: string, word: string): 'install' | undefined {
  const meant = client === 'npm' || word === 'i' ? (npmCommandsOf(word)[0] ?? word) : word;
  return INSTALLS.has(meant) ? 'install' : undefined;
}

/**
 * Returns the commands that npm may take a word for: one of its names, the only one that begins with it, `runScript` for
 * `run-script`; and those whose work it does too. None when npm knows no such command.
 */
export function npmCommandsOf(word: string): readonly string[] {
  const name = word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const exact = COMMANDS.includes(name) ? name : BY_ALIAS.get(name);
  const names = [...COMMANDS, ...BY_ALIAS.keys()].filter((each) => each.startsWith(name));
  const found = exact === undefined ? [...new Set(names.map((each) => BY_ALIAS.get(each) ?? each))] : [exact];
  return found.flatMap((command) => [command, ...(ALSO[command] ?? [])]);
}
