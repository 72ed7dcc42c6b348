import {
  describeError,
  isInside,
  joinPath,
  normalizePath,
  type Program,
  relativePath,
  SystemError,
} from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteNameIfNeeded } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { resolvePath } from './resolve-path.ts';

type RealpathOption =
  | 'existing'
  | 'missing'
  | 'logical'
  | 'physical'
  | 'quiet'
  | 'relativeTo'
  | 'relativeBase'
  | 'noSymlinks'
  | 'zero';

const USAGE: CommandUsage<RealpathOption> = {
  name: 'realpath',
  synopsis: ['[OPTION]... FILE...'],
  summary: 'Print the absolute path of each FILE, without links.',
  options: {
    existing: { short: 'e', long: 'canonicalize-existing', help: 'all parts of the path must exist' },
    missing: { short: 'm', long: 'canonicalize-missing', help: 'parts of the path may be missing' },
    logical: { short: 'L', long: 'logical', help: 'take .. away before links are followed' },
    physical: { short: 'P', long: 'physical', help: 'follow links as they come (default)' },
    quiet: { short: 'q', long: 'quiet', help: 'say nothing about errors' },
    relativeTo: { long: 'relative-to', value: 'DIR', help: 'print the path relative to DIR' },
    relativeBase: { long: 'relative-base', value: 'DIR', help: 'print absolute paths unless they are below DIR' },
    noSymlinks: { short: 's', long: ['strip', 'no-symlinks'], help: 'do not follow links' },
    zero: { short: 'z', long: 'zero', help: 'end each line with NUL' },
  },
};

/** Prints absolute paths. */
export const realpath: Program = defineCommand(USAGE, async (run) => {
  const { operands } = run.arguments;
  if (operands.length === 0) return run.failUsage('missing operand');
  const end = run.arguments.has('zero') ? '\0' : '\n';
  for (const name of operands) {
    try {
      run.output.putText(relative(run, resolve(run, name)) + end);
    } catch (error) {
      if (!isInputFault(error)) throw error;
      run.status = 1;
      if (!run.arguments.has('quiet')) await run.warn(`${quoteNameIfNeeded(name)}: ${describeError(error)}`);
    }
  }
  return run.status;
});

function resolve(run: CommandRun<RealpathOption>, name: string): string {
  const path = joinPath(run.context.cwd, name);
  if (path === '') throw new SystemError('ENOENT', 'realpath', path);
  if (run.arguments.has('noSymlinks')) return normalizePath(path);
  const written = run.arguments.last('logical', 'physical') === 'logical' ? normalizePath(path) : path;
  return resolvePath(run.context.files, written, run.arguments.last('existing', 'missing') ?? 'canonicalize');
}

function relative(run: CommandRun<RealpathOption>, path: string): string {
  const baseName = run.arguments.value('relativeBase');
  const toName = run.arguments.value('relativeTo') ?? baseName;
  if (toName === undefined) return path;
  const base = baseName === undefined ? undefined : resolve(run, baseName);
  if (base !== undefined && !isInside(base, path)) return path;
  return relativePath(resolve(run, toName), path);
}
