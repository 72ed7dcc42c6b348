import { walkTree } from '@cloche/search';
import { describeError, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { describeMode } from '../../names/describe-mode.ts';
import { type ModeChange, parseMode } from '../../names/parse-mode.ts';

type ChmodOption = 'changes' | 'quiet' | 'verbose' | 'noPreserveRoot' | 'preserveRoot' | 'reference' | 'recursive';
type ChmodRun = CommandRun<ChmodOption>;

const USAGE: CommandUsage<ChmodOption> = {
  name: 'chmod',
  synopsis: [
    '[OPTION]... MODE[,MODE]... FILE...',
    '[OPTION]... OCTAL-MODE FILE...',
    '[OPTION]... --reference=RFILE FILE...',
  ],
  summary: 'Change the mode of each FILE.',
  options: {
    changes: { short: 'c', long: 'changes', help: 'say what is changed' },
    quiet: { short: 'f', long: ['silent', 'quiet'], help: 'say nothing about errors' },
    verbose: { short: 'v', long: 'verbose', help: 'say what is done with each file' },
    noPreserveRoot: { long: 'no-preserve-root', help: 'accepted' },
    preserveRoot: { long: 'preserve-root', help: 'accepted' },
    reference: { long: 'reference', value: 'RFILE', help: 'use the mode of RFILE' },
    recursive: { short: 'R', long: 'recursive', help: 'change directories and what is in them' },
  },
};

/** Changes modes of files. A mode such as `-x` is no option. */
export const chmod: Program = (context) => {
  const at = context.argv.findIndex(
    (word, index) => index > 0 && /^-[rwxXstugoa,=+-]*[rwxXstugo]$/.test(word) && !/^-[cfvR]+$/.test(word),
  );
  const argv =
    at < 0 || context.argv.slice(0, at).includes('--')
      ? context.argv
      : [...context.argv.slice(0, at), '--', ...context.argv.slice(at)];
  return command({ ...context, argv });
};

const command: Program = defineCommand(USAGE, async (run) => {
  const operands = [...run.arguments.operands];
  const reference = run.arguments.value('reference');
  const text = reference === undefined ? operands.shift() : '';
  if (text === undefined) return run.failUsage('missing operand');
  const [first] = operands;
  if (first === undefined) return run.failUsage(`missing operand after ${quote(text)}`);
  const change = reference === undefined ? parseMode(text, run.context.umask) : referenceMode(run, reference);
  if (!change) return run.failUsage(`invalid mode: ${quote(text)}`);
  for (const name of operands) {
    if (run.arguments.has('recursive')) await changeTree(run, name, change);
    else await changeOne(run, name, change);
  }
  return run.status;
});

function referenceMode({ context: { files, cwd } }: ChmodRun, name: string): ModeChange {
  const { mode } = files.stat(joinPath(cwd, name));
  return () => mode;
}

async function changeTree(run: ChmodRun, root: string, change: ModeChange): Promise<void> {
  const faults: string[] = [];
  const walk = walkTree(run.context.files, root, {
    cwd: run.context.cwd,
    followLinks: 'root',
    onError: (path, error) => faults.push(`cannot access ${quoteName(path)}: ${describeError(error)}`),
  });
  for (const entry of walk) if (entry.kind !== 'symlink') await changeOne(run, entry.path, change);
  for (const fault of faults) await complain(run, fault);
}

async function changeOne(run: ChmodRun, name: string, change: ModeChange): Promise<void> {
  const { files, cwd } = run.context;
  const path = joinPath(cwd, name);
  try {
    const { mode, kind } = files.stat(path);
    const wanted = change(mode, { isDirectory: kind === 'directory' });
    if (wanted !== mode) files.changeMode(path, wanted);
    const isShown = run.arguments.has('verbose') || (run.arguments.has('changes') && wanted !== mode);
    if (!isShown) return;
    const show = (bits: number): string =>
      `${bits.toString(8).padStart(4, '0')} (${describeMode({ kind: 'file', mode: bits }).slice(1)})`;
    run.output.putText(
      wanted === mode
        ? `mode of ${quoteName(name)} retained as ${show(mode)}\n`
        : `mode of ${quoteName(name)} changed from ${show(mode)} to ${show(wanted)}\n`,
    );
  } catch (error) {
    if (!isInputFault(error)) throw error;
    await complain(run, `cannot access ${quoteName(name)}: ${describeError(error)}`);
  }
}

async function complain(run: ChmodRun, message: string): Promise<void> {
  run.status = 1;
  if (!run.arguments.has('quiet')) await run.warn(message);
}
