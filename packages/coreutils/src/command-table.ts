import type { Program, ProgramTable } from '@cloche/system';

/** Loads the program of a command. */
type LoadProgram = () => Promise<Program>;

/** All commands, by name; their code loads on first use. */
const COMMANDS: Readonly<Record<string, LoadProgram>> = {
  egrep: () => import('./commands/grep/grep.ts').then(({ egrep }) => egrep),
  fgrep: () => import('./commands/grep/grep.ts').then(({ fgrep }) => fgrep),
  grep: () => import('./commands/grep/grep.ts').then(({ grep }) => grep),
};

/** Creates the table of all commands of this package. */
export function createCommandTable(): ProgramTable {
  const loaded = new Map<string, Program>();
  return {
    has: (name) => Object.hasOwn(COMMANDS, name),
    names: () => Object.keys(COMMANDS),
    load(name) {
      const program = loaded.get(name);
      if (program) return program;
      const load = COMMANDS[name];
      if (!load || !Object.hasOwn(COMMANDS, name)) throw new Error(`no command is called ${name}`);
      return load().then((fresh) => {
        loaded.set(name, fresh);
        return fresh;
      });
    },
  };
}
