import type { Random } from './random.ts';

/** Returns a script of the shell's grammar; the same for the same numbers. */
export function generateScript(random: Random): string {
  const lines = 1 + random.below(5);
  return Array.from({ length: lines }, () => list(random, 3)).join('\n');
}

const NAMES = ['x', 'y', 'a', 'm', 'n', 'IFS', 'f'] as const;
const TEXTS = ['', 'a', 'b c', '12', '-3', '*', 'a:b::c', ' lead ', 'é', 'x=y', '\\n', '[a-c]', 'abcabc'] as const;
const WORDS = ['a', 'foo', '1', '07', 'b.c', '-n', 'A', 'é', '--'] as const;
const PATTERNS = ['*', '?', 'a*', '*c', '[a-c]', '[!a]*', '@(a|b)', '+([0-9])', 'a?c', '!(a)', '[[:digit:]]'] as const;
const OPERATORS = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '<<',
  '>>',
  '<',
  '<=',
  '==',
  '!=',
  '&',
  '|',
  '^',
  '&&',
  '||',
  '**',
] as const;
const TESTS = ['=', '==', '!=', '<', '>', '-eq', '-lt', '=~'] as const;
const OPTIONS = ['-e', '-u', '-f', '+e', '-o pipefail', '-o noglob', '--'] as const;

function list(random: Random, depth: number): string {
  const command = andOr(random, depth);
  const more = random.chance(0.3) ? `; ${andOr(random, depth)}` : '';
  return command + more;
}

function andOr(random: Random, depth: number): string {
  const first = pipeline(random, depth);
  return random.chance(0.2) ? `${first} ${random.pick(['&&', '||'])} ${pipeline(random, depth)}` : first;
}

function pipeline(random: Random, depth: number): string {
  const negation = random.chance(0.05) ? '! ' : '';
  const first = negation + command(random, depth);
  return random.chance(0.1) ? `${first} | ${command(random, depth)}` : first;
}

function command(random: Random, depth: number): string {
  if (depth <= 0 || random.chance(0.6)) return simple(random, depth);
  const inner = (): string => list(random, depth - 1);
  const name = random.pick(NAMES);
  const kinds: readonly [() => string, ...(() => string)[]] = [
    () => `if ${inner()}; then ${inner()}; else ${inner()}; fi`,
    () => `for ${name} in ${words(random, depth)}; do ${inner()}; done`,
    () => `for ((i = 0; i < ${random.below(4)}; i++)); do ${inner()}; done`,
    () => `i=0; while ((i++ < ${random.below(4)})); do ${inner()}; done`,
    () =>
      `case ${word(random, depth)} in ${random.pick(PATTERNS)}) ${inner()} ${random.pick([';;', ';&', ';;&'])} *) ${inner()} ;; esac`,
    () => `{ ${inner()}; }${redirection(random)}`,
    () => `( ${inner()} )`,
    () => `f() { ${inner()}; return ${random.below(3)}; }; f ${words(random, depth)}`,
    () => `[[ ${word(random, depth)} ${random.pick(TESTS)} ${random.pick(PATTERNS)} ]]`,
    () => `(( ${arithmetic(random, 3)} ))`,
    () => `eval ${quoted(inner())}`,
    () => `trap ${quoted(inner())} ${random.pick(['EXIT', 'ERR', 'RETURN', 'DEBUG'])}`,
    () => `while read -r ${name} y; do echo "$${name}|$y"; done <<< ${word(random, depth)}`,
  ];
  return random.pick(kinds)();
}

function simple(random: Random, depth: number): string {
  const name = random.pick(NAMES);
  const value = (): string => word(random, depth);
  const kinds: readonly [() => string, ...(() => string)[]] = [
    () => `echo ${words(random, depth)}${redirection(random)}`,
    () => `printf '%s|' ${words(random, depth)}`,
    () => `printf '${random.pick(['%d', '%5s', '%-5s|', '%q ', '%b', '%x', '%05.1f', '%c'])}\\n' ${value()}`,
    () => `${name}=${value()}`,
    () => `${name}+=${value()}`,
    () => `a=(${words(random, depth)})`,
    () => `a[${random.below(5)}]=${value()}`,
    () => `declare -A m=([${random.pick(WORDS)}]=${value()} [k]=${value()})`,
    () => `declare -p ${random.pick(['x', 'a', 'm', 'n'])}`,
    () =>
      `${random.pick(['local', 'declare', 'export', 'readonly', 'typeset -i', 'declare -u', 'declare -n'])} y=${value()}`,
    () => `unset ${random.pick(['x', 'a', 'a[1]', 'm', 'f'])}`,
    () => `set -- ${words(random, depth)}`,
    () => `set ${random.pick(OPTIONS)}`,
    () => `shopt -s ${random.pick(['extglob', 'nullglob', 'lastpipe', 'nocasematch'])}`,
    () => `test ${value()} ${random.pick(['=', '!=', '-eq', '-gt'])} ${value()}`,
    () => `read -r ${name} <<< ${value()}`,
    () => `shift; echo $#`,
    () => `let ${quoted(arithmetic(random, 2))}`,
    () => `echo $? ${random.pick(['$#', '"$@"', '"$*"', '$-', '"${a[@]}"', '"${!a[@]}"', '"${#a[@]}"', '${m[k]}'])}`,
    () => random.pick(['true', 'false', ':', 'break', 'continue', 'return 3', 'exit 4', 'nosuchcommand', 'type f']),
    () => `IFS=${random.pick([':', "' '", "''", "$'\\n'"])}`,
    () => `cat <<E\n${expansion(random, 2)} text $(echo ${value()})\nE`,
    () => `mapfile -t a <<< ${value()}`,
    () => `getopts ab: o ${words(random, depth)}; echo "$o $OPTIND"`,
  ];
  return random.pick(kinds)();
}

function redirection(random: Random): string {
  if (!random.chance(0.15)) return '';
  return ` ${random.pick(['>out', '>>out', '2>&1', '>&2', '2>/dev/null', '<<< here', '>/dev/null', '3>&1', '<nosuchfile'])}`;
}

function words(random: Random, depth: number): string {
  return Array.from({ length: random.below(4) }, () => word(random, depth)).join(' ');
}

function word(random: Random, depth: number): string {
  const pieces = Array.from({ length: 1 + random.below(2) }, () => piece(random, depth));
  return pieces.join('');
}

function piece(random: Random, depth: number): string {
  if (random.chance(0.35)) return random.pick(WORDS);
  if (random.chance(0.3)) return `"${random.pick(TEXTS).replaceAll(/["\\$`]/g, '\\$&')}${expansion(random, depth)}"`;
  if (random.chance(0.2)) return quoted(random.pick(TEXTS));
  if (random.chance(0.1)) return random.pick(['{a,b}', '{1..3}', '~', "$'\\t\\x41'", '{a,}x', '\\ ', '*']);
  return expansion(random, depth);
}

function expansion(random: Random, depth: number): string {
  const name = random.pick(['x', 'y', 'a', 'm[k]', 'a[1]', 'a[@]', 'a[*]', '@', '*', '1', '#', '?', 'n', 'IFS']);
  if (depth <= 0) return `\${${name}}`;
  const operand = (): string => (random.chance(0.7) ? random.pick(WORDS) : word(random, depth - 1));
  const kinds: readonly [() => string, ...(() => string)[]] = [
    () => `\${${name}}`,
    () => `\${#${name}}`,
    () => `\${${name}${random.pick([':-', '-', ':+', '+', ':='])}${operand()}}`,
    () => `\${${name}${random.pick(['#', '##', '%', '%%'])}${random.pick(PATTERNS)}}`,
    () => `\${${name}${random.pick(['/', '//', '/#', '/%'])}${random.pick(PATTERNS)}/${random.pick(WORDS)}}`,
    () => `\${${name}:${random.below(4)}:${random.below(4)}}`,
    () => `\${${name}${random.pick(['^', '^^', ',', ',,', '@Q', '@U', '@A', '@a'])}}`,
    () => `\${!${random.pick(['x', 'n', 'a[@]', 'x*'])}}`,
    () => `$(${simple(random, depth - 1)})`,
    () => `$((${arithmetic(random, 2)}))`,
  ];
  return random.pick(kinds)();
}

function arithmetic(random: Random, depth: number): string {
  if (depth <= 0 || random.chance(0.3))
    return random.pick([
      '0',
      '1',
      '7',
      '010',
      '0x1f',
      '2#101',
      'x',
      'y',
      'a[1]',
      '-1',
      '9223372036854775807',
      'x++',
      '--y',
    ]);
  if (random.chance(0.1))
    return `${arithmetic(random, depth - 1)} ? ${arithmetic(random, 1)} : ${arithmetic(random, 1)}`;
  if (random.chance(0.1)) return `x ${random.pick(['=', '+=', '*=', '|='])} ${arithmetic(random, depth - 1)}`;
  const operation = `${arithmetic(random, depth - 1)} ${random.pick(OPERATORS)} ${arithmetic(random, depth - 1)}`;
  return random.chance(0.3) ? `(${operation})` : operation;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
