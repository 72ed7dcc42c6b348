import type { BypassGroup } from './bypasses-by-option.ts';

const one = (trick: string, rules: string | readonly string[], commands: readonly string[]): BypassGroup => ({
  trick,
  rules: typeof rules === 'string' ? [rules] : rules,
  commands,
});

const FAMILIES = ['echo', 'ls', 'git log', 'cat', 'grep'].map((name) => `allow bash(${name}:*)`);

/** Tricks that hide a name, a command or the end of the options from whoever reads the line. */
export const BY_DISGUISE: readonly BypassGroup[] = [
  one('names of variables in quotes of every kind', FAMILIES, [
    "read -r $'PATH' <<< /evil; git log",
    'read -r $"PATH" <<< /evil; git log',
    "read -ra$'PATH' <<< /evil; ls",
    "printf -v $'PATH' %s /evil; ls",
    "printf -v $'\\x50ATH' %s /evil; ls",
    "mapfile $'PATH' < f; ls",
    "wait -n -p $'PATH'; ls",
    "getopts a $'PATH'; ls",
    "read $'x' <<< 'a[$(rm y)]'; echo $((x))",
    "declare -i $'n'; n='a[$(rm y)]'; ls",
  ]),
  one('variables that redirections set', FAMILIES, [
    'exec {PATH}</dev/null; ls',
    'exec {PATH}<&0; git log',
    'ls {IFS}</dev/null; git log',
    '{ ls; } {LD_PRELOAD}</dev/null; git log',
    'cat {PATH}<<< x; ls',
  ]),
  one('texts that the shell puts into its own variables', FAMILIES, [
    ": 'a[$(rm y)]'; echo $((_))",
    "echo 'a[$(rm y)]'; echo $((1 + _))",
    "[[ 'a[$(rm y)]' =~ .* ]]; echo $((BASH_REMATCH))",
    "[[ 'a[$(rm y)]' =~ .* ]] && echo $((BASH_REMATCH[0]))",
    "getopts a: o -a 'x[$(rm y)]'; echo $((OPTARG))",
    "RANDOM='a[$(rm y)]'; ls",
    "SECONDS='a[$(rm y)]'; ls",
    "OPTIND='a[$(rm y)]'; ls",
    "BASH_ALIASES[ls]='rm y'; ls",
    'BASH_CMDS[ls]=/evil; ls',
    'declare -A BASH_ALIASES=([ls]=rm); ls',
  ]),
  one('values that an option takes only when they are joined', FAMILIES, [
    'ls | xargs --replace rm grep x',
    'ls | xargs --eof rm grep x',
    'ls | xargs --max-lines rm grep x',
    'ls | xargs --replace sh -c "rm x" grep',
  ]),
  one(
    'variables for programs of later commands',
    [...FAMILIES, 'allow bash(npm test:*)'],
    [
      'export OPENSSL_CONF=evil.cnf; npm test',
      'export NODE_V8_COVERAGE=out; npm test',
      'export SSLKEYLOGFILE=out; npm test',
      'export LESS=-oout; git log',
      'export MANOPT=-P./evil; git log',
      'export RSYNC_CONNECT_PROG=./evil; ls',
      'export GOCACHEPROG=./evil; ls',
    ],
  ),
];
