import { createMemoryFileSystem } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import type { ShellState } from './session-state.ts';
import { stateOfMachine } from './state-of-machine.ts';

const files = createMemoryFileSystem({ now: () => 0 });
for (const path of ['/tmp', '/home', '/home/workspace', '/home/workspace/src']) files.makeDirectory(path);
const machine = { files, root: '/home/workspace', env: new Map([['PATH', '/bin']]) };

const exported = (name: string, value: string): ShellState['environment'][number] => ({
  name,
  value,
  isReadonly: false,
  isInteger: false,
});
const stateIn = (cwd: string): ShellState => ({
  cwd,
  umask: 0o022,
  environment: [exported('PATH', '/elsewhere'), exported('A', 'kept')],
  functions: [],
  aliases: [],
  options: [],
  shellOptions: [],
  directories: [cwd, '/tmp'],
});

describe('stateOfMachine', () => {
  test('leaves a state of this machine as it is', () => {
    expect(stateOfMachine(stateIn('/tmp'), machine)).toEqual({ state: stateIn('/tmp') });
  });

  test.each([
    ['/workspace/src', '/home/workspace/src'],
    ['/scratch/1/workspace/src', '/home/workspace/src'],
    ['/workspace', '/home/workspace'],
    ['/workspace/gone', '/home/workspace'],
    ['/workspace/../../tmp', '/home/workspace'],
    ['/workspaces/src', '/home/workspace'],
    ['/nowhere', '/home/workspace'],
  ])('moves %s to %s, with what this machine has for an environment', (from, to) => {
    expect(stateOfMachine(stateIn(from), machine).state).toMatchObject({
      cwd: to,
      environment: [exported('PATH', '/bin'), exported('A', 'kept')],
      directories: [to, '/tmp'],
    });
  });

  test('moves the variables that name directories too', () => {
    const environment = [exported('PWD', '/workspace/src'), exported('OLDPWD', '/workspace/gone')];
    const env = new Map([['PWD', '/home/workspace']]);
    const { state } = stateOfMachine({ ...stateIn('/workspace/src'), environment }, { ...machine, env });
    expect(state?.environment).toEqual([exported('PWD', '/home/workspace/src'), exported('OLDPWD', '/home/workspace')]);
  });

  test('takes nothing that is no state', () => {
    expect(stateOfMachine({ cwd: 1 }, machine)).toEqual({});
  });
});
