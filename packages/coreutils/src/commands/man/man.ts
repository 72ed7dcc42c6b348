import { encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';
import { runProgram } from '../../command/run-program.ts';

const USAGE: CommandUsage<'keyword' | 'whatis' | 'accepted' | 'pager'> = {
  name: 'man',
  synopsis: ['[OPTION]... [SECTION] NAME...'],
  summary: 'Print how commands are called. There are no manual pages here; a command is asked for its --help.',
  options: {
    accepted: { short: 'awK7', long: ['all', 'where', 'path', 'no-hyphenation'] },
    keyword: { short: 'k', long: 'apropos', help: 'list the commands whose names hold NAME' },
    pager: { short: 'P', long: 'pager', value: 'PAGER' },
    whatis: { short: 'f', long: 'whatis', help: 'the same' },
  },
};

const NO_ENTRY = 16;

/** Prints the help of commands. */
export const man: Program = defineCommand(USAGE, async (run) => {
  const { processes } = run.context;
  const names = run.arguments.operands.filter(
    (name, index, all) => index === all.length - 1 || !/^[1-9]\w*$/.test(name),
  );
  if (names.length === 0) {
    await run.context.stderr.write(encodeText("What manual page do you want?\nFor example, try 'man man'.\n"));
    return 1;
  }
  for (const name of names) {
    if (run.arguments.has('keyword') || run.arguments.has('whatis')) {
      const found = [...processes.programNames()].filter((known) => known.includes(name)).sort();
      if (found.length === 0) {
        await run.context.stderr.write(encodeText(`${name}: nothing appropriate.\n`));
        run.status = NO_ENTRY;
      }
      run.output.putText(found.map((known) => `${known} (1)\n`).join(''));
      continue;
    }
    if (processes.find(name, run.context)?.kind === 'program') {
      await run.output.flush();
      await runProgram(run.context, [name, '--help']);
      continue;
    }
    await run.output.flush();
    await run.context.stderr.write(encodeText(`No manual entry for ${name}\n`));
    run.status = NO_ENTRY;
  }
  return run.status;
});
