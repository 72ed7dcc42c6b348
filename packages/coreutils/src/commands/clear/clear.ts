import { encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { versionText } from '../../command/version-text.ts';

type ClearOption = 'terminal' | 'keepsHistory' | 'version';

const USAGE: CommandUsage<ClearOption> = {
  name: 'clear',
  synopsis: ['[-x] [-T TERM]'],
  summary: 'Clear the terminal.',
  options: {
    terminal: { short: 'T', value: 'TERM', help: 'the type of terminal, instead of $TERM' },
    version: { short: 'V' },
    keepsHistory: { short: 'x', help: 'keep what scrolled off the terminal' },
  },
};

const HOME = '\x1b[H';
const WHOLE = `${HOME}\x1b[2J`;
const TO_END = `${HOME}\x1b[J`;
const HISTORY = '\x1b[3J';

/** What clears a terminal and what clears what scrolled off it, by type; the first that fits counts. */
const TERMINALS: readonly (readonly [RegExp, string, string])[] = [
  [/^dumb$/, '', ''],
  [/^(?:xterm-(?:color|mono|r[56])|Eterm.*|rxvt.*|screen\.xterm.*)$/, WHOLE, ''],
  [/^(?:xterm|alacritty|foot|gnome|kitty|konsole|putty|st|vte|wezterm)(?:-|$)/, WHOLE, HISTORY],
  [/^(?:linux|tmux)(?:-|$)/, TO_END, HISTORY],
  [/^(?:ansi|cons25|cygwin|pcansi|screen|vt100|vt102|vt220|wsvt25)(?:-|$)/, TO_END, ''],
];

/** Clears a terminal: moves to its first line and erases what it shows and what scrolled off it. */
export const clear: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given, context } = run;
  if (given.has('version')) {
    run.output.putText(versionText(run.name));
    return 0;
  }
  if (given.operands.length > 0) return failWith(run, 'Usage: clear [options]');
  const type = given.value('terminal') ?? context.env.get('TERM');
  if (type === undefined) return failWith(run, 'TERM environment variable not set.');
  const known = TERMINALS.find(([types]) => types.test(type));
  if (!known) return failWith(run, `'${type}': unknown terminal type.`);
  const [, screen, history] = known;
  run.output.putText(given.has('keepsHistory') ? screen : screen + history);
  return screen === '' ? 1 : 0;
});

/** Its messages have no name before them. */
async function failWith({ context }: CommandRun<ClearOption>, message: string): Promise<number> {
  await context.stderr.write(encodeText(`${message}\n`));
  return 1;
}
