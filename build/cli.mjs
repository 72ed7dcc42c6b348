import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const folder = fileURLToPath(new URL('../packages/cli/', import.meta.url));

/** Opens terminals where it is installed; it has compiled parts, which no bundle can hold. */
const TERMINAL_PACKAGE = '@lydell/node-pty';

/**
 * Bundles the command line from what the compiler wrote into `compiled/`: one file for each thing that loads by itself,
 * instead of several hundred, since reading many small files would be most of its start. As CommonJS, which Node loads
 * about 40 ms sooner than the same files as modules.
 */
export async function buildCli() {
  const target = `${folder}dist`;
  await rm(target, { recursive: true, force: true });
  const input = { cli: `${folder}compiled/cli.js`, 'jq.worker': `${folder}../node-machine/dist/jq.worker.js` };
  // Modules first: the other form of jsonc-parser loads its parts in a way that no bundler sees.
  const resolve = { mainFields: ['module', 'main'] };
  const build = await rolldown({ input, platform: 'node', resolve, external: [TERMINAL_PACKAGE], logLevel: 'warn' });
  await build.write({
    dir: target,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await writeFile(`${target}/package.json`, '{ "type": "commonjs" }\n');
  await build.close();
  await chmod(`${target}/cli.js`, 0o755);
  return (await readdir(target)).length;
}
