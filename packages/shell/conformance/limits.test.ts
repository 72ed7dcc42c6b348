import { describe, expect, test } from 'vitest';
import type { ShellLimits } from '../src/index.ts';
import { createSession, runIn } from './session-on-memory.ts';

/** Small enough that every endless script meets one soon. */
const SMALL: Partial<ShellLimits> = {
  maxSteps: 20_000,
  maxOutputBytes: 100_000,
  maxMemoryBytes: 40_000_000,
  maxTextBytes: 1_000_000,
  maxDepth: 500,
  maxOpenFiles: 32,
};

const DEEP = 100_000;
const deep = (open: string, inside: string, close: string): string => open.repeat(DEEP) + inside + close.repeat(DEEP);

describe('limits', () => {
  test.each([
    ['a loop', 'while :; do :; done', 'commands of a script: limit of 20,000 exceeded'],
    ['a loop in a subshell', 'x=$(while :; do :; done)', 'commands of a script: limit'],
    ['output', 'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done', 'bytes of output: limit of 100,000 exceeded'],
    ['the output of a program', 'yes; echo after', 'bytes of output: limit of 100,000 exceeded'],
    ['recursion', 'f() { f; }; f', 'nested function calls: limit of 500 exceeded'],
    ['a file that sources itself', 'echo ". ./self" >self; . ./self', 'nested evaluations: limit of 500 exceeded'],
    ['a text that evaluates itself', 'x=\'eval "$x"\'; eval "$x"', 'nested evaluations: limit of 500 exceeded'],
    ['a chain of builtins', `${'command '.repeat(10_000)} echo x`, 'nested evaluations: limit of 500 exceeded'],
    ['nested subshells', 'f() { (f); }; f', 'nested subshells: limit of 200 exceeded'],
    ['nested substitutions', 'f() { local x=$(f); }; f', 'nested subshells: limit of 200 exceeded'],
    ['a value that doubles', 'x=xx; while :; do x=$x$x; done', 'bytes of a value: limit of 1,000,000 exceeded'],
    ['a file that is read whole', 'x=$(</dev/zero)', 'bytes of /dev/zero: limit of 1,000,000 exceeded'],
    ['a substitution', 'x=$(yes)', 'bytes of a command substitution: limit of 1,000,000 exceeded'],
    ['a line', 'yes | { read -d x line; }', 'bytes of a line: limit of 1,000,000 exceeded'],
    ['a width of printf', 'printf "%500000000s" x', 'bytes of printf: limit of 1,000,000 exceeded'],
    ['a precision of printf', 'printf "%.500000000d" 1', 'bytes of printf: limit of 1,000,000 exceeded'],
    ['a subscript', 'a[1 << 60]=x; echo after', 'is above the limit of 4503599627370496'],
    [
      'many variables',
      'for ((i = 0; ; i++)); do printf -v "v$i" %9999s; done',
      'bytes of variables and functions: limit of',
    ],
    ['an array', 'printf -v x %9999s; while :; do a+=("$x"); done', 'bytes of variables and functions: limit of'],
    ['a range', 'echo {1..999999999}', 'words of a brace expansion: limit of 1,000,000 exceeded'],
    ['a product of braces', `echo ${'{a,b}'.repeat(40)}`, 'words of a brace expansion: limit of 1,000,000 exceeded'],
    ['deep braces', `echo ${deep('{a,', 'b', '}')}`, 'nested braces: limit of 256 exceeded'],
    ['a pattern', `printf -v x %099999d; [[ $x == ${'*0'.repeat(500)}[1] ]]`, 'steps of a pattern: limit of'],
    ['a pattern in a value', 'printf -v x %9999s; y=${x//*b/c}', 'steps of a pattern: limit of'],
    ['deep groups of a pattern', `[[ x == ${deep('@(', 'x', ')')} ]]`, 'exceeded'],
  ])('ends %s, by name', async (_, script, message) => {
    const session = createSession(undefined, SMALL);
    const { outcome, stderr } = await runIn(session, `${script}\necho after`);
    expect(stderr).toContain(message);
    expect(outcome.kind === 'dropped' ? outcome.reason : outcome.kind).toMatch(/^(?:limit|exited)$/);
  });

  test.each([
    ['parentheses', deep('(', ':', ')')],
    ['groups', deep('{ ', ':', '; }')],
    ['conditions', deep('if :; then ', ':', '; fi')],
    ['loops', deep('for x in 1; do ', ':', '; done')],
    ['cases', deep('case x in x) ', ':', ';; esac')],
    ['functions', deep('f() { ', ':', '; }')],
    ['substitutions', `echo ${deep('$(echo ', 'x', ')')}`],
    ['quoted substitutions', `echo ${deep('"$(echo ', 'x', ')"')}`],
    ['parameters', `echo ${deep('${x:-', 'x', '}')}`],
    ['arithmetic', `echo ${deep('$((', '1', '))')}`],
    ['tests', `[[ ${deep('( ', 'x', ' )')} ]]`],
    ['expressions', `((x = ${deep('(', '1', ')')}))`],
    ['subscripts', `((${deep('a[', '1', ']')} = 1))`],
  ])('ends deep nesting of %s with a message', async (_, script) => {
    const { outcome, stderr } = await runIn(createSession(), script);
    expect('exitCode' in outcome ? outcome.exitCode : 0).toBeGreaterThan(0);
    expect(stderr).toMatch(/limit of|recursion level|syntax error/);
  });

  test.each([
    ['echo "abc', 'unexpected EOF while looking for matching `"\''],
    ["echo 'abc", "unexpected EOF while looking for matching `''"],
    ['echo $(abc', "unexpected EOF while looking for matching `)'"],
    ['echo ${abc', "unexpected EOF while looking for matching `}'"],
    ['if :; then', 'syntax error: unexpected end of file'],
    ['while', 'syntax error: unexpected end of file'],
  ])('says what %j leaves open', async (script, message) => {
    const { outcome, stderr } = await runIn(createSession(), script);
    expect(outcome).toMatchObject({ exitCode: 2 });
    expect(stderr).toContain(message);
  });

  test('runs a script of ten megabytes', async () => {
    const line = 'x=1 # a comment that makes the line long enough to fill the script without much to do\n';
    const { stdout } = await runIn(createSession(), `${line.repeat(10_000_000 / line.length)}echo done`);
    expect(stdout).toBe('done\n');
  });

  test('refuses more open files with a message and goes on', async () => {
    const { stdout, stderr } = await runIn(
      createSession(undefined, SMALL),
      'for ((i = 0; i < 40; i++)); do exec {fd}</dev/null; done; echo on',
    );
    expect(stderr).toContain('Too many open files');
    expect(stdout).toBe('on\n');
  });

  test('ends a fork bomb', async () => {
    const session = createSession(undefined, { ...SMALL, maxSubshells: 20 });
    const { outcome } = await runIn(session, ':() { : | : & }; :; wait; echo after');
    expect(outcome.kind).toMatch(/^(?:exited|dropped)$/);
  });
});
