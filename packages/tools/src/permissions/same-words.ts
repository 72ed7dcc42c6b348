/** Programs that are installed under names with a version. */
const VERSIONED = /^(pip|python|node|ruby|perl|php|clang|gcc)-?\d[\d.]*$/;

/** Returns the name of a program without its directory and version. */
export function programName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return VERSIONED.exec(name)?.[1] ?? name;
}

/** What is pushed to several branches is pushed to each. */
export function callsIn(called: string, values: readonly string[]): (readonly string[])[] {
  const push = called === 'git' ? values.indexOf('push') : -1;
  const operands = push < 0 ? [] : values.flatMap((value, at) => (at > push && !value.startsWith('-') ? [at] : []));
  const [, ...branches] = operands;
  if (branches.length < 2) return [values];
  return branches.map((branch) => values.filter((_, at) => at === branch || !branches.includes(at)));
}

/** Other names of the same subcommand, option or operand. */
const SAME: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pnpm: {
    ...same('install', 'i'),
    ...same('run', 'run-script'),
    ...same('remove', 'rm un uninstall'),
    ...same('test', 't'),
  },
  cargo: {
    ...same('build', 'b'),
    ...same('run', 'r'),
    ...same('test', 't'),
    ...same('check', 'c'),
    ...same('doc', 'd'),
  },
  git: { ...same('push', 'send-pack http-push') },
};

function same(name: string, others: string): Readonly<Record<string, string>> {
  return Object.fromEntries(others.split(' ').map((other) => [other, name]));
}

const SIGNALS: readonly string[] =
  ' HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU'.split(
    ' ',
  );

/** Gives what means the same the same words. */
export function sameWords(command: string, values: readonly string[]): string[] {
  const table = (Object.hasOwn(SAME, command) ? SAME[command] : undefined) ?? {};
  if (command === 'kill' || command === 'pkill' || command === 'killall')
    return values
      .join(' ')
      .replace(/(?:-s|-n|--signal)[ =]?(?=\w)/g, '-')
      .split(' ')
      .map(signalOf);
  if (command === 'docker' || command === 'podman') return dockerWords(values);
  const isPush = command === 'git' && values.includes('push');
  const isCommit = command === 'git' && values.includes('commit');
  const isBranch = command === 'git' && values.includes('branch');
  return values.flatMap((value) => {
    if (isPush && /^\+./.test(value)) return ['--force', branchOf(value.slice(1))];
    if (isPush && !value.startsWith('-')) return [branchOf(value)];
    if (isCommit && /^-[aAsvqeipoz]*n/.test(value))
      return ['--no-verify', ...(value === '-n' ? [] : [value.replace('n', '')])];
    if (isBranch && /^-[a-z]*D/.test(value))
      return ['--delete', '--force', ...(value === '-D' ? [] : [value.replace('D', '')])];
    if (/^0+\d/.test(value)) return [value.replace(/^0+/, '')];
    return [(Object.hasOwn(table, value) ? table[value] : undefined) ?? value];
  });
}

/** Commands of docker about images that have a name of their own. */
const IMAGE_COMMANDS: Readonly<Record<string, string>> = { ls: 'images', list: 'images', rm: 'rmi', remove: 'rmi' };
const CONTAINER_COMMANDS: Readonly<Record<string, string>> = { ls: 'ps', list: 'ps', remove: 'rm' };

/** `docker container rm` is `docker rm`, `docker image rm` is `docker rmi`. */
function dockerWords(values: readonly string[]): string[] {
  const first = values.findIndex((value) => !value.startsWith('-'));
  const kind = values[first];
  if ((kind === 'buildx' || kind === 'builder') && /^(?:build|b)$/.test(values[first + 1] ?? ''))
    return [...values.slice(0, first), 'build', ...values.slice(first + 2)];
  if (kind !== 'container' && kind !== 'image')
    return values.map((value, index) => (index === first && value === 'remove' ? 'rm' : value));
  const names = kind === 'image' ? IMAGE_COMMANDS : CONTAINER_COMMANDS;
  const rest = values.slice(first + 1);
  const at = rest.findIndex((value) => !value.startsWith('-'));
  const named = rest.map((value, index) =>
    index === at && Object.hasOwn(names, value) ? (names[value] ?? value) : value,
  );
  return [...values.slice(0, first), ...named];
}

/** The branch of another repository that a push changes: `main` of `HEAD:main` and `refs/heads/main`. */
function branchOf(refspec: string): string {
  const at = refspec.indexOf(':');
  // An address has one too.
  const isAddress = /^[\w.-]+@|:\/\//.test(refspec);
  return (at < 0 || isAddress ? refspec : refspec.slice(at + 1)).replace(/^refs\/heads\//, '') || refspec;
}

function signalOf(value: string): string {
  const signal = /^-(?:SIG)?([A-Z]+\d?)$/i.exec(value)?.[1]?.toUpperCase();
  const number = signal === undefined ? -1 : SIGNALS.indexOf(signal);
  return number > 0 ? `-${number}` : value;
}
