import { describeError, type Program } from '@cloche/system';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readKnownTypes } from './known-types.ts';
import { type Paint, readColors } from './rg-colors.ts';
import { readEncoding } from './rg-encoding.ts';
import { chooseFiles, type FileChoice, readFileChoice } from './rg-files.ts';
import { compileRgPatterns, readPatterns } from './rg-patterns.ts';
import { RgSearch } from './rg-search.ts';
import { findConflict, readLineSettings } from './rg-settings.ts';
import { RG_USAGE, type RgOption } from './rg-usage.ts';

type RgRun = CommandRun<RgOption>;

/** Searches trees as ripgrep does. */
export const rg: Program = defineCommand(RG_USAGE, async (run) => {
  const { arguments: given, context } = run;
  if (given.has('typeList')) {
    const types = readKnownTypes(given);
    if (typeof types === 'string') return failWith(run, types);
    for (const [type, globs] of types) run.output.putText(`${type}: ${globs.join(', ')}\n`);
    return 0;
  }
  const conflict = findConflict(given);
  if (conflict !== undefined) return failWith(run, conflict);
  const paint = readColors(given, { isTerminal: run.output.isTerminal, env: context.env });
  if (typeof paint === 'string') return failWith(run, paint);
  const choice = readFileChoice(given, context);
  if (typeof choice === 'string') return failWith(run, choice);
  for (const fault of choice.faults) await run.warn(fault);
  if (given.has('files')) return listFiles(run, choice, paint);
  const patterns = await readPatterns(run);
  if (!patterns) return 2;
  const pattern = compileRgPatterns(run, patterns.texts);
  if (typeof pattern === 'string') return failWith(run, pattern);
  const settings = readLineSettings(given);
  if (typeof settings === 'string') return failWith(run, settings);
  const recode = readEncoding(given);
  if (typeof recode === 'string') return failWith(run, recode);
  return new RgSearch(run, { settings, pattern, choice, recode, paint }).searchAll(patterns.operands);
});

async function failWith(run: RgRun, message: string): Promise<number> {
  await run.fail(message, 2);
  return 2;
}

async function listFiles(run: RgRun, choice: FileChoice, paint: Paint | undefined): Promise<number> {
  const { operands } = run.arguments;
  const faults: string[] = [];
  const end = run.arguments.has('nul') ? '\0' : '\n';
  let count = 0;
  for (const root of operands.length > 0 ? operands : ['']) {
    const hear = (path: string, error: unknown): void => void faults.push(`${path}: ${describeError(error)}`);
    for (const { name } of chooseFiles(run.context, root, choice, hear)) {
      count++;
      run.output.putText((paint?.('path', name) ?? name) + end);
      const wait = run.output.drain() ?? run.context.yieldIfDue();
      if (wait) await wait;
    }
  }
  for (const fault of faults) await run.fail(fault, 2);
  return run.status || (count > 0 ? 0 : 1);
}
