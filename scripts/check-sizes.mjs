// Fails when a file that a page loads has grown over its budget. Sizes are gzip -9, in kB of 1,000 bytes.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { assetsFolder, bundle } from '../build/assets.mjs';

const BUDGETS_KB = {
  'page client': { limit: 40, read: () => bundle({ entry: 'cloche/dist/index.js', format: 'esm' }) },
  'runner worker': { limit: 120, read: () => readFileSync(`${assetsFolder}/runner.worker.js`, 'utf8') },
  'kernel with shell': { limit: 200, read: () => readFileSync(`${assetsFolder}/kernel.js`, 'utf8') },
};

for (const [name, { limit, read }] of Object.entries(BUDGETS_KB)) {
  const size = gzipSync(await read(), { level: 9 }).length / 1000;
  const isOver = size > limit;
  process.stdout.write(`${name}: ${size.toFixed(1)} kB of ${limit} kB${isOver ? ' TOO LARGE' : ''}\n`);
  if (isOver) process.exitCode = 1;
}
const commands = gzipSync(readFileSync(`${assetsFolder}/commands.js`), { level: 9 }).length / 1000;
process.stdout.write(
  `commands, loaded beside the kernel: ${commands.toFixed(1)} kB (${readdirSync(assetsFolder).length} files in all)\n`,
);
