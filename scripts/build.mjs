// Builds everything that runs: the packages (tsc), the prebuilt asset files, and the demo.
import { buildAssets } from '../build/assets.mjs';
import { run } from './run.mjs';

await run('tsc', ['-b']);
await buildAssets();
await run('vite', ['build', 'apps/demo', '--logLevel', 'warn']);
