import { describe, expect, test } from 'vitest';
import { createSession, runIn } from './session-on-memory.ts';

/** Runs a script on a machine whose sessions begin with PATH and HOME. */
const run = async (script: string): Promise<string> => (await runIn(createSession(), script)).stdout;

describe('/proc/self (proc(5))', () => {
  test('is the process that opens it: the shell in a redirection, a program by its argument', async () => {
    expect(await run('read -r name </proc/self/comm; echo "$name"; cat /proc/self/comm')).toBe('bash\ncat\n');
    expect(await run("cat /proc/self/cmdline | tr '\\0' ' '")).toBe('cat /proc/self/cmdline ');
    expect(await run('read -r pid rest </proc/self/stat; [[ $pid == "$$" ]] && echo same')).toBe('same\n');
    expect(
      await run('while read -r key value; do [[ $key == Pid: ]] && echo "$value"; done </proc/self/status'),
    ).toMatch(/^\d+\n$/);
  });

  test('shows the environment that the process began with', async () => {
    const list = (file: string): string => `export NEW=1; tr '\\0' '\\n' ${file}`;
    expect(await run(list('</proc/self/environ'))).toBe('PATH=/bin\nHOME=/home\n');
    expect(await run("export NEW=1; cat /proc/self/environ | tr '\\0' '\\n' | grep NEW")).toBe('NEW=1\n');
  });

  test('cannot be written', async () => {
    expect(await run('mkdir -p /proc/self; { echo x >/proc/self/comm; } 2>/dev/null; cat /proc/self/comm')).toBe(
      'cat\n',
    );
  });
});
