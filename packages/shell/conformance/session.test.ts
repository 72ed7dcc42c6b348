import { describe, expect, test } from 'vitest';
import { createSession, runIn } from './session-on-memory.ts';

describe('ShellSession', () => {
  test('keeps the directory, exported variables, functions and options, and no others', async () => {
    const session = createSession();
    await runIn(session, 'cd /tmp; export A=1; b=2; f() { echo "f $A"; }; set -o pipefail; set -x');
    const { stdout } = await runIn(
      session,
      'pwd; f; echo "[$b]"; [[ -o pipefail ]] && echo piped; [[ -o xtrace ]] || echo quiet',
    );
    expect(stdout).toBe('/tmp\nf 1\n[]\npiped\nquiet\n');
  });

  test.each([
    ['a loop', 'export A=1; echo before; while :; do :; done'],
    ['a loop of commands', 'export A=1; echo before; while true; do echo x >/dev/null; done'],
    ['a pipeline', 'export A=1; echo before; yes | cat >/dev/null'],
    ['a command substitution', 'export A=1; echo before; x=$(while :; do :; done)'],
    ['a function', 'export A=1; echo before; f() { while :; do :; done; }; f'],
    ['a wait', 'export A=1; echo before; while :; do :; done & wait'],
  ])('stops %s when it is aborted, keeps the output and drops the state', async (_, script) => {
    const session = createSession();
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('enough')), 300);
    const { stdout, outcome } = await runIn(session, script, abort.signal);
    expect(outcome.kind).toBe('aborted');
    expect(stdout).toBe('before\n');
    expect((await runIn(session, 'echo "[$A]"')).stdout).toBe('[]\n');
  });

  test('goes on from a snapshot that went through JSON', async () => {
    const session = createSession();
    await runIn(
      session,
      'cd /tmp; export A="a b"; f() { echo "f $A"; }; alias ll="echo aliased"; shopt -s expand_aliases',
    );
    const restored = createSession(JSON.parse(JSON.stringify(session.snapshot())));
    expect((await runIn(restored, 'pwd; f\nll')).stdout).toBe('/tmp\nf a b\naliased\n');
  });

  test.each([
    ['endless recursion', 'f() { f; }; f'],
    ['a text that doubles for ever', 'x=a; while :; do x=$x$x; done'],
    ['the output of an endless command', 'x=$(yes)'],
    ['an endless list of words', 'echo {1..100000000}'],
  ])('ends %s with a limit that it names, and drops the state', async (_, script) => {
    const session = createSession();
    const { outcome, stderr } = await runIn(session, `export A=1; ${script}; echo after`);
    expect(outcome).toMatchObject({ kind: 'dropped', reason: 'limit' });
    expect(stderr).toMatch(/limit of [\d,]+|too long|call stack/);
    expect((await runIn(session, 'echo "[$A]"')).stdout).toBe('[]\n');
  });
});
