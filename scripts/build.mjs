// Builds everything that runs: the packages (tsc), the prebuilt asset files, the command line, and the demo.
import { buildAssets } from '../build/assets.mjs';
import { buildCli } from '../build/cli.mjs';
import { run } from './run.mjs';

await run('tsc', ['-b']);
await Promise.all([buildAssets(), buildCli()]);
await run('vite', ['build', 'apps/demo', '--logLevel', 'warn']);
