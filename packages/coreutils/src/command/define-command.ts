import { encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../arguments/command-usage.ts';
import { parseOptions } from '../arguments/parse-options.ts';
import { renderHelp, renderSynopsis } from '../arguments/render-help.ts';
import { CommandRun } from './command-run.ts';
import { versionText } from './version-text.ts';

/**
 * Makes the program of a command: parses its arguments, answers `--help`, `--version` and wrong calls, runs it and
 * writes what is left of its output. What `run` returns, else the run's `status`, is the exit status.
 */
export function defineCommand<Name extends string>(
  usage: CommandUsage<Name>,
  run: (command: CommandRun<Name>) => Promise<number | undefined> | Promise<void>,
): Program {
  return async (context) => {
    const name = commandName(context.argv[0], usage.name);
    const outcome = parseOptions(usage, context.argv.slice(1));
    switch (outcome.kind) {
      case 'help':
        await context.stdout.write(encodeText(renderHelp({ ...usage, name })));
        return 0;
      case 'version':
        await context.stdout.write(encodeText(versionText(name)));
        return 0;
      case 'fault': {
        const synopsis = usage.showsSynopsisOnFault ? renderSynopsis({ ...usage, name }) : '';
        const hint = `Try '${name} --help' for more information.`;
        await context.stderr.write(encodeText(`${name}: ${outcome.message}\n${synopsis}${hint}\n`));
        return outcome.status ?? usage.faultStatus ?? 1;
      }
      case 'parsed': {
        const command = new CommandRun(context, name, outcome.arguments);
        try {
          const status = await run(command);
          await command.output.flush();
          return status ?? command.status;
        } finally {
          command.close();
        }
      }
    }
  };
}

function commandName(called: string | undefined, name: string): string {
  const last = called?.slice(called.lastIndexOf('/') + 1);
  return last === undefined || last === '' ? name : last;
}
