import { createNodeFetch, createNodeMachine, openHostDescriptor } from '@cloche/node-machine';
import { type OpenFile, ROOT_PID, type SignalName, statusCode } from '@cloche/system';
import type { CliCommand } from './command.ts';

const HELP = `Usage: cloche bash [OPTION…] [-c SCRIPT [NAME [ARG…]] | FILE [ARG…]]

Runs a bash script with Cloche's shell, in the current directory and with your environment. Without -c and FILE the
script is read from standard input. Commands are looked up as builtins, then Cloche's own commands, then programs on
PATH. Nothing is asked and nothing is confined: it is your own shell.

  -c SCRIPT      runs SCRIPT; NAME is $0 and the ARGs are $1, $2 …
  -e -u -x …     the options of 'set'
  -o NAME        an option of 'set -o'
  -O NAME        an option of 'shopt'
`;

const FORWARDED: readonly SignalName[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** `cloche bash`: the person's own shell. */
export const bashCommand: CliCommand = {
  summary: 'run a bash script with your files, environment and programs',
  help: HELP,
  async run(args) {
    const { processes } = createNodeMachine({ fetch: createNodeFetch() });
    const shell = processes.spawn({
      argv: ['bash', ...args],
      location: { kind: 'program', name: 'bash', path: '/bin/bash' },
      parent: ROOT_PID,
      group: 'new',
      env: environment(),
      cwd: process.cwd(),
      umask: process.umask(),
      descriptors: new Map<number, OpenFile>([0, 1, 2].map((number) => [number, openHostDescriptor(number)])),
    });
    for (const signal of FORWARDED) process.on(signal, () => shell.kill(signal));
    return statusCode(await shell.exited);
  },
};

function environment(): Map<string, string> {
  const env = new Map<string, string>();
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env.set(name, value);
  return env;
}
