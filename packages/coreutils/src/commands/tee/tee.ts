import { describeError, errnoOf, type Program, type ProgramFile } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteNameIfNeeded } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'append' | 'ignoreInterrupts' | 'pipes' | 'outputError'> = {
  name: 'tee',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Copy standard input to each FILE and to standard output.',
  options: {
    append: { short: 'a', long: 'append', help: 'add to the files' },
    ignoreInterrupts: { short: 'i', long: 'ignore-interrupts', help: 'do not end on SIGINT' },
    pipes: { short: 'p', help: 'go on when an output is a closed pipe' },
    outputError: {
      long: 'output-error',
      choices: [['warn'], ['warn-nopipe'], ['exit'], ['exit-nopipe']],
      value: 'MODE',
      valueIsOptional: true,
      help: 'what to do about write errors',
    },
  },
};

/** Copies its input to several places. */
export const tee: Program = defineCommand(USAGE, async (run) => {
  const { context } = run;
  const append = run.arguments.has('append');
  if (run.arguments.has('ignoreInterrupts')) context.process.setSignalHandler((signal) => signal === 'SIGINT');
  const keepsGoing = run.arguments.has('pipes') || run.arguments.has('outputError');
  const files = new Map<string, ProgramFile>();
  for (const name of run.arguments.operands) {
    try {
      files.set(
        name,
        context.open(name, append ? { append, create: true } : { write: true, create: true, truncate: true }),
      );
    } catch (error) {
      await run.fail(`${quoteNameIfNeeded(name)}: ${describeError(error)}`);
    }
  }
  let writesOut = true;
  try {
    for (;;) {
      const bytes = await context.stdin.read();
      if (bytes.length === 0) return run.status;
      for (const [name, file] of files) {
        try {
          await file.write(bytes);
        } catch (error) {
          if (errnoOf(error) === undefined) throw error;
          files.delete(name);
          file.close();
          await run.fail(`${quoteNameIfNeeded(name)}: ${describeError(error)}`);
        }
      }
      try {
        if (writesOut) await context.stdout.write(bytes);
      } catch (error) {
        if (errnoOf(error) !== 'EPIPE' || !keepsGoing) throw error;
        writesOut = false;
      }
      if (!writesOut && files.size === 0) return 1;
    }
  } finally {
    for (const file of files.values()) file.close();
  }
});
