import type { Program } from '@cloche/system';
import { renderHelp } from '../../arguments/render-help.ts';
import { defineCommand } from '../../command/define-command.ts';
import { versionText } from '../../command/version-text.ts';
import type { CompressionLevel } from '../../compression/gzip-encoder.ts';
import { GzipJob, type GzipSettings } from './gzip-job.ts';
import { GZIP_USAGE, type GzipOption } from './gzip-usage.ts';

const LEVELS: Readonly<Record<string, CompressionLevel>> = {
  level1: 1,
  level2: 2,
  level3: 3,
  level4: 4,
  level5: 5,
  level6: 6,
  level7: 7,
  level8: 8,
  level9: 9,
};

/** Compresses files to the gzip format and expands them. */
export const gzip: Program = defineCommand<GzipOption>(GZIP_USAGE, async (run) => {
  const given = run.arguments;
  if (given.has('help')) {
    run.output.putText(renderHelp(GZIP_USAGE));
    return 0;
  }
  if (given.has('version') || given.has('license')) {
    run.output.putText(versionText(run.name));
    return 0;
  }
  const suffix = given.value('suffix') ?? '.gz';
  if (suffix === '' || suffix.length > 30 || suffix.includes('/')) {
    await run.fail(`invalid suffix '${suffix}'`);
    return 1;
  }
  const level = given.given.findLast(({ name }) => name in LEVELS)?.name ?? 'level6';
  const settings: GzipSettings = {
    task: given.has('list') ? 'list' : given.has('test') ? 'test' : given.has('decompress') ? 'expand' : 'compress',
    level: LEVELS[level] ?? 6,
    suffix,
    toStdout: given.has('stdout'),
    isForced: given.has('force'),
    keeps: given.has('keep'),
    isQuiet: given.has('quiet'),
    isVerbose: given.has('verbose') && !given.has('quiet'),
    isRecursive: given.has('recursive'),
    name: given.last('name', 'noName'),
  };
  const job = new GzipJob(run, settings);
  if (given.operands.length === 0) await job.runStdin();
  for (const name of given.operands) {
    if (name === '-') await job.runStdin();
    else await job.runFile(name);
  }
  if (settings.task === 'list') job.listTotals();
  return run.status;
});

/** Expands gzip files. */
export const gunzip: Program = (context) => gzip({ ...context, argv: ['gzip', '-d', ...context.argv.slice(1)] });

/** Expands gzip files to standard output. */
export const zcat: Program = (context) => gzip({ ...context, argv: ['gzip', '-cd', ...context.argv.slice(1)] });
