import { describeError, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteNameIfNeeded } from '../../arguments/quote.ts';
import { isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { resolvePath } from '../realpath/resolve-path.ts';

type ReadlinkOption = 'canonicalize' | 'existing' | 'missing' | 'noNewline' | 'quiet' | 'verbose' | 'zero';

const USAGE: CommandUsage<ReadlinkOption> = {
  name: 'readlink',
  synopsis: ['[OPTION]... FILE...'],
  summary: 'Print where each symbolic link FILE points.',
  options: {
    canonicalize: { short: 'f', long: 'canonicalize', help: 'follow all links; all parts but the last must exist' },
    existing: { short: 'e', long: 'canonicalize-existing', help: 'follow all links; all parts must exist' },
    missing: { short: 'm', long: 'canonicalize-missing', help: 'follow all links; parts may be missing' },
    noNewline: { short: 'n', long: 'no-newline', help: 'print no newline behind a single name' },
    quiet: { short: 'qs', long: ['quiet', 'silent'], help: 'say nothing about errors (default)' },
    verbose: { short: 'v', long: 'verbose', help: 'say what is wrong' },
    zero: { short: 'z', long: 'zero', help: 'end each line with NUL' },
  },
};

/** Prints where links point. */
export const readlink: Program = defineCommand(USAGE, async (run) => {
  const { operands } = run.arguments;
  if (operands.length === 0) return run.failUsage('missing operand');
  const { files, cwd } = run.context;
  const mode = run.arguments.last('canonicalize', 'existing', 'missing');
  if (run.arguments.has('noNewline') && operands.length > 1) {
    await run.warn('ignoring --no-newline with multiple arguments');
  }
  const end = run.arguments.has('noNewline') && operands.length === 1 ? '' : run.arguments.has('zero') ? '\0' : '\n';
  for (const name of operands) {
    const path = joinPath(cwd, name);
    try {
      run.output.putText((mode === undefined ? files.readLink(path) : resolvePath(files, path, mode)) + end);
    } catch (error) {
      if (!isInputFault(error)) throw error;
      run.status = 1;
      if (run.arguments.has('verbose')) await run.warn(`${quoteNameIfNeeded(name)}: ${describeError(error)}`);
    }
  }
  return run.status;
});
