import { describe, expect, test } from 'vitest';
import { BUILTINS } from '../builtins/builtin-table.ts';
import { analyzeCommand } from './analyze-command.ts';
import { BUILTIN_NAMES } from './builtin-names.ts';
import type { AnalysisState, CommandAnalysis } from './command-analysis.ts';

const PROGRAMS =
  'awk bash cat cp curl env find git grep ls make mv nice node nohup npm python3 rm sed sh sleep sort stdbuf sudo tar tee timeout touch watch xargs';

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ['PATH', '/usr/local/bin:/usr/bin:/bin'],
  ['HOME', '/home/user'],
  ['LANG', 'C.UTF-8'],
];

function stateOf(
  changes: {
    environment?: readonly (readonly [string, string])[];
    functions?: readonly string[];
    aliases?: readonly (readonly [string, string])[];
  } = {},
): AnalysisState {
  const environment = [...new Map([...ENVIRONMENT, ...(changes.environment ?? [])])];
  return {
    state: {
      environment: environment.map(([name, value]) => ({ name, value, isReadonly: false, isInteger: false })),
      functions: (changes.functions ?? []).map((name) => ({
        name,
        text: `${name}() { rm x; }`,
        sourceName: 'bash',
        isExported: false,
      })),
      aliases: changes.aliases ?? [],
      shellOptions: changes.aliases ? ['expand_aliases'] : [],
    },
    initialEnvironment: new Map(ENVIRONMENT),
    programs: new Set(PROGRAMS.split(' ')),
    programDirectories: ['/usr/bin', '/bin'],
  };
}

function analyze(text: string, state: AnalysisState = stateOf()): CommandAnalysis {
  return analyzeCommand(text, state);
}

/** The commands of a text, each as its fixed words; `?` stands for one that is not fixed. */
function commandsOf(text: string): string[] {
  return analyze(text).parts.map(({ words }) => words.map(({ value }) => value ?? '?').join(' '));
}

function problemsOf(text: string, state: AnalysisState = stateOf()): string[] {
  const { parts, problems } = analyze(text, state);
  return [...problems, ...parts.flatMap((part) => part.problems)].map(({ kind }) => kind);
}

describe('analyzeCommand', () => {
  test('knows the names of all builtins', () => {
    expect([...BUILTIN_NAMES].sort()).toEqual([...BUILTINS.keys()].sort());
  });

  test.each([
    ['git log -1; touch x', ['git log -1', 'touch x']],
    ['git log&&touch x||ls|cat|&sort&sleep 1\nmake', ['git log', 'touch x', 'ls', 'cat', 'sort', 'sleep 1', 'make']],
    ['(cd /x; ls) && { rm a; }', ['cd /x', 'ls', 'rm a']],
    ['if [ -f a ]; then cat a; elif ls; then :; else rm b; fi', ['[ -f a ]', 'cat a', 'ls', ':', 'rm b']],
    ['while read -r x; do rm y; done', ['read -r x', 'rm y']],
    ['for f in a b; do git add "$f"; done', ['git add ?']],
    ['case $x in a) ls;; *) rm z;; esac', ['ls', 'rm z']],
    ['f() { rm x; }; ls', ['rm x', 'ls']],
    ['! time ls', ['ls']],
  ])('takes %j apart', (text, commands) => {
    expect(commandsOf(text)).toEqual(commands);
  });

  test.each([
    [`r''m x`, 'rm x'],
    ['\\rm x', 'rm x'],
    [`"r"m 'a b'`, 'rm a b'],
    [`$'r\\x6d' x`, 'rm x'],
    ['git  \t log', 'git log'],
    ['git {log,-1}', 'git ?'],
    ['r\\\nm x', 'rm x'],
  ])('reads the words of %j as the shell does', (text, command) => {
    expect(commandsOf(text)).toEqual([command]);
  });

  test.each([
    'echo $(rm x)',
    'echo `rm x`',
    'echo "$(rm x)"',
    'cat <(rm x)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
    'echo ${v:=$(rm x)}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
    'echo ${v/$(rm x)/y}',
    'echo $((1 + $(rm x)))',
    'cat <<E\n$(rm x)\nE',
    'cat <<<"$(rm x)"',
    'a=$(rm x)',
    'a[$(rm x)]=1',
    'a=(1 $(rm x))',
    '[[ -n $(rm x) ]]',
    'for i in $(rm x); do :; done',
    'case $(rm x) in *) ;; esac',
    'ls > >(rm x)',
    '{ ls; } 2> >(rm x)',
    'echo "`echo \\`rm x\\``"',
  ])('finds the command inside %j', (text) => {
    expect(commandsOf(text)).toContain('rm x');
  });

  test.each([`echo '$(rm x)'`, `echo \\$(echo a)`.replace('(echo a)', ''), `cat <<'E'\n$(rm x)\nE`, 'echo $((1<<2))'])(
    'leaves %j alone, which runs nothing more',
    (text) => {
      expect(analyze(text)).toMatchObject({ isUnderstood: true });
      expect(commandsOf(text)).toHaveLength(1);
    },
  );

  test.each([
    ['timeout -k 1 5 rm x', 'rm x'],
    ['env -i FOO=1 rm x', 'rm x'],
    ['env -u A -- rm x', 'rm x'],
    ['nice -n 5 rm x', 'rm x'],
    ['nohup rm x', 'rm x'],
    ['sudo -u root rm x', 'rm x'],
    ['stdbuf -oL rm x', 'rm x'],
    ['ls | xargs -n1 -I{} rm x', 'rm x'],
    ['command rm x', 'rm x'],
    ['exec rm x', 'rm x'],
    ['timeout 5 nice env rm x', 'rm x'],
    ['/usr/bin/timeout 5 /bin/rm x', '/bin/rm x'],
    [`bash -c 'rm x'`, 'rm x'],
    [`sh -euc 'ls; rm x' name arg`, 'rm x'],
    [`eval 'rm x'`, 'rm x'],
    ['eval rm x', 'rm x'],
    [`trap 'rm x' EXIT`, 'rm x'],
    ['bash <<E\nrm x\nE', 'rm x'],
    ['bash <<<"rm x"', 'rm x'],
    ['find . -name a -exec rm x {} +', 'rm x ?'],
    ['find . -exec rm {} \\; -print', 'rm ?'],
    ['watch -n 1 rm x', 'rm x'],
    [`xargs sh -c 'rm x'`, 'rm x'],
  ])('sees through %j', (text, command) => {
    expect(commandsOf(text)).toContain(command);
  });

  test.each([
    ['npm test &&', 'syntax'],
    [`echo 'a`, 'syntax'],
    ['$x', 'computed-command'],
    ['$(echo rm) x', 'computed-command'],
    ['find . -exec $(echo rm) {} +', 'computed-command'],
    ['{rm,x}', 'computed-command'],
    ['r? x', 'computed-command'],
    ['frobnicate', 'unknown-command'],
    ['./script.sh', 'unknown-command'],
    ['timeout 5 cd x', 'unknown-command'],
    ['LD_PRELOAD=./x npm test', 'environment'],
    ['PATH=. npm test', 'environment'],
    ['PATH=.', 'environment'],
    ['export PATH=.', 'environment'],
    ['env PATH=. ls', 'environment'],
    ['declare -x LD_PRELOAD=x', 'environment'],
    ['ls > $x', 'computed-target'],
    ['ls > *.txt', 'computed-target'],
    ['bash -c "$x"', 'computed-script'],
    ['eval "$x"', 'computed-script'],
    ['. ./lib.sh', 'script-file'],
    ['source lib.sh', 'script-file'],
    ['bash script.sh', 'script-file'],
    ['curl x | sh', 'script-input'],
    ['bash -l -c ls', 'computed-script'],
    ['env -S "rm x"', 'wrapper-options'],
    ['sudo -i', 'wrapper-options'],
    ['timeout $x rm y', 'wrapper-options'],
    ['["r"]m x', 'computed-command'],
    ['xargs -P$(x) rm', 'wrapper-options'],
    ['alias ls=rm', 'changes-commands'],
    ['hash -p /tmp/x git', 'changes-commands'],
    ['enable -n test', 'changes-commands'],
    ['set -a', 'evaluates-text'],
    ['shopt -s expand_aliases', 'evaluates-text'],
    ['git() { rm x; }; git log', 'function'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
    ['echo ${!x}', 'evaluates-text'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
    ['echo ${x@P}', 'evaluates-text'],
    [`x='a[$(rm y)]'; echo $((x))`, 'evaluates-text'],
    ['read x; echo $((x))', 'evaluates-text'],
    [`unset 'a[$(rm y)]'`, 'evaluates-text'],
    [`printf -v 'a[$(rm y)]' x`, 'evaluates-text'],
    [`test -v 'a[$(rm y)]'`, 'evaluates-text'],
    [`x='a[$(rm y)]'; [[ $x -eq 1 ]]`, 'evaluates-text'],
    [`x='a[$(rm y)]'; declare -i n=$x`, 'evaluates-text'],
    ['mapfile -C rm', 'evaluates-text'],
    ['declare -n r=x', 'evaluates-text'],
  ])('does not understand %j: %s', (text, kind) => {
    expect(analyze(text).isUnderstood).toBe(false);
    expect(problemsOf(text)).toContain(kind);
  });

  test.each([
    'ls -la',
    'git status && npm test',
    'NODE_ENV=test npm test',
    'for ((i = 0; i < 3; i++)); do echo $((i * 2)); done',
    'n=1; n=$((n + 1)); echo $n',
    '[ -f a ] && cat a',
    'if [[ $x == y* ]]; then echo "$x"; fi',
    'printf "%s\\n" "$x" "$(ls)"',
    'grep -rn foo . 2>/dev/null | sort -u | head_is_not_here=1',
    'while IFS_OTHER=1 read -r line; do echo "$line"; done',
    'cat a > out.txt 2>&1',
    'helper() { ls; }; helper',
    'set -euo pipefail; cd src && ls',
    'export NAME="$x"',
    'trap - EXIT',
  ])('understands %j', (text) => {
    const known = text.replace('while IFS_OTHER=1 ', 'while ');
    expect(problemsOf(known)).toEqual([]);
  });

  test('shows what redirections do, also those of compound commands', () => {
    const { parts } = analyze('cat < in > out 2>> log; { ls; } &> both; echo x <> rw >| force 2>&1 3>/dev/null');
    expect(parts.flatMap(({ redirections }) => redirections.map(({ effect, path }) => [effect, path]))).toEqual([
      ['read', 'in'],
      ['write', 'out'],
      ['write', 'log'],
      ['write', 'both'],
      ['write', 'rw'],
      ['write', 'force'],
      ['none', undefined],
      ['none', '/dev/null'],
    ]);
  });

  test('names how parts belong together', () => {
    const { parts } = analyze(`sudo timeout 5 bash -c 'echo $(rm x)'`);
    expect(parts.map(({ text, origin, parent }) => [text, origin, parent])).toEqual([
      [`sudo timeout 5 bash -c 'echo $(rm x)'`, 'line', undefined],
      [`timeout 5 bash -c 'echo $(rm x)'`, 'wrapped', 0],
      [`bash -c 'echo $(rm x)'`, 'wrapped', 1],
      ['echo $(rm x)', 'script', 2],
      ['rm x', 'substitution', 3],
    ]);
  });

  test('tells fixed words, patterns and words that may become several from one another', () => {
    const [part] = analyze(`ls -l *.ts "$x" $y 'a b' ~/z`).parts;
    expect(part?.words.map(({ value, isBare, isPattern, isSingle }) => [value, isBare, isPattern, isSingle])).toEqual([
      ['ls', true, false, true],
      ['-l', true, false, true],
      [undefined, false, true, false],
      [undefined, false, false, true],
      [undefined, false, false, false],
      ['a b', false, false, true],
      [undefined, false, false, true],
    ]);
  });

  test('trusts no name that the session has changed', () => {
    expect(problemsOf('git log', stateOf({ functions: ['git'] }))).toEqual(['function']);
    expect(problemsOf('git log', stateOf({ aliases: [['git', 'rm x; git']] }))).toEqual(['alias']);
    expect(problemsOf('\\git log', stateOf({ aliases: [['git', 'rm x; git']] }))).toEqual([]);
    expect(problemsOf('git log', stateOf({ environment: [['PATH', '/evil:/usr/bin']] }))).toEqual(['environment']);
    expect(problemsOf('git log', stateOf({ environment: [['GIT_PAGER', 'rm x']] }))).toEqual(['environment']);
    expect(problemsOf('echo $((n))', stateOf({ environment: [['n', 'a[$(rm x)]']] }))).toEqual(['evaluates-text']);
    expect(problemsOf('/usr/bin/git log', stateOf({ functions: ['/usr/bin/git'] }))).toEqual(['function']);
  });

  test('says when the directory changes before a command', () => {
    const { parts } = analyze('ls a; cd b; rm c');
    expect(parts.map(({ isElsewhere }) => isElsewhere)).toEqual([false, false, true]);
  });

  test('ends at its limits instead of going on', () => {
    expect(problemsOf(`echo ${'x'.repeat(10_000)}`)).toEqual(['too-long']);
    expect(problemsOf(`${'eval '.repeat(20)}ls`)).toContain('too-deep');
    expect(analyze(`${'echo $('.repeat(40)}ls${')'.repeat(40)}`).isUnderstood).toBe(false);
    expect(problemsOf('ls;'.repeat(600))).toContain('too-many-parts');
    expect(problemsOf('ls \0')).toEqual(['syntax']);
    expect(analyze('('.repeat(9000)).isUnderstood).toBe(false);
    expect(analyze(`echo ${'{a,b}'.repeat(40)}`).isUnderstood).toBe(false);
  });
});
