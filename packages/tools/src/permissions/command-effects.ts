import { ARCHIVE_COMMANDS } from './commands/archive-commands.ts';
import { BUILD_COMMANDS } from './commands/build-commands.ts';
import { CHECK_COMMANDS } from './commands/check-commands.ts';
import type { CommandSpec, CommandTable } from './commands/command-spec.ts';
import { FILE_COMMANDS } from './commands/file-commands.ts';
import { GIT_COMMAND } from './commands/git-commands.ts';
import { SHELL_COMMANDS } from './commands/shell-commands.ts';
import { TEXT_COMMANDS } from './commands/text-commands.ts';

const COMMANDS: CommandTable = {
  ...TEXT_COMMANDS,
  ...FILE_COMMANDS,
  ...ARCHIVE_COMMANDS,
  ...BUILD_COMMANDS,
  ...CHECK_COMMANDS,
  ...SHELL_COMMANDS,
  git: GIT_COMMAND,
};

/** Returns what is known of a command by its name; `undefined` for one that is taken at its word. */
export function specOf(name: string): CommandSpec | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}
