import { COMMANDS } from './command-table.ts';

/** Where the command line prints. */
export interface CliOutput {
  out(text: string): void;
  error(text: string): void;
}

/** Runs `cloche` with the words after its name and returns the exit status: 2 when they make no sense. */
export async function runCli(args: readonly string[], output: CliOutput, version: () => string): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    output.out(await describeCommands());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-V') {
    output.out(`cloche ${version()}\n`);
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    output.error(`cloche: there is no command '${name}'; 'cloche --help' lists them\n`);
    return 2;
  }
  const command = await load();
  if (rest[0] === '--help') {
    output.out(command.help);
    return 0;
  }
  return command.run(rest);
}

async function describeCommands(): Promise<string> {
  const lines: string[] = [];
  for (const [name, load] of Object.entries(COMMANDS)) lines.push(`  ${name.padEnd(10)}${(await load()).summary}\n`);
  return `Usage: cloche COMMAND [ARG…]\n\n${lines.join('')}\n'cloche COMMAND --help' says more.\n`;
}
