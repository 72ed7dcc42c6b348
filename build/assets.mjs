import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const packages = new URL('../packages/', import.meta.url);

/** Where the asset files of the client are built. */
export const assetsFolder = fileURLToPath(new URL('cloche/dist/assets/', packages));

/**
 * The files that a page loads by URL, besides its own bundle. Classic scripts, since module workers do not start in an
 * opaque origin; the runner and the reader of HTML, in the app's origin, are modules. The runner loads the analysis of
 * commands when it has started, checks by JSON Schema where the app has tools of its own, and archives when one is read or written. The guest is a program for Node, which the page
 * hands to WebContainer.
 */
const ASSETS = {
  'runner.worker.js': { entry: 'cloche/dist/worker/runner.worker.js', format: 'esm' },
  'html.worker.js': { entry: 'cloche/dist/worker/html.worker.js', format: 'esm' },
  'archive.js': { entry: 'cloche/dist/worker/archive.js', format: 'esm' },
  'schemas.js': { entry: 'cloche/dist/worker/check-by-schema.js', format: 'esm' },
  'analysis.js': { entry: 'cloche/dist/worker/analyze-as-shell.js', format: 'esm' },
  'kernel.js': { entry: 'offline/dist/kernel/kernel.worker.js', format: 'iife' },
  'jq.worker.js': { entry: 'offline/dist/process/jq.worker.js', format: 'iife' },
  'webcontainer.js': { entry: 'webcontainer/dist/index.js', format: 'esm' },
  'guest.js': { entry: 'webcontainer/dist/guest/guest.js', format: 'cjs', platform: 'node', target: 'node18' },
  'commands.js': { entry: 'offline/dist/kernel/commands.js', format: 'iife', name: 'clocheCommands' },
};

/** Builds the asset files from the compiled packages. */
export async function buildAssets(folder = assetsFolder) {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Object.entries(ASSETS).map(async ([name, asset]) => writeFile(`${folder}/${name}`, await bundle(asset))),
  );
  const { createFrameDocument } = await import(new URL('offline/dist/frame/frame-document.js', packages).href);
  const bootstrap = await bundle({ entry: 'offline/dist/frame/bootstrap.js', format: 'iife' });
  await writeFile(`${folder}/sandbox-frame.html`, createFrameDocument(bootstrap));
}

/**
 * Returns one file with everything that `entry` imports.
 *
 * @param {{ entry: string, format: 'esm' | 'iife' | 'cjs', name?: string, define?: Record<string, string>, platform?: 'browser' | 'node', target?: string }} asset  `entry` relative to packages/, or a file URL
 */
export async function bundle({ entry, format, name, define = {}, platform = 'browser', target }) {
  const build = await rolldown({
    input: fileURLToPath(new URL(entry, packages)),
    platform,
    // Only a real Node has it, and only where somebody installed it.
    external: ['@lydell/node-pty'],
    logLevel: 'warn',
    transform: { define: { 'process.env.NODE_ENV': '"production"', ...define }, ...(target && { target }) },
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await build.generate({
    format,
    minify: true,
    codeSplitting: false,
    ...(name === undefined ? {} : { name, exports: 'named' }),
  });
  await build.close();
  return output[0].code;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildAssets();
  for (const name of [...Object.keys(ASSETS), 'sandbox-frame.html']) {
    const bytes = await readFile(`${assetsFolder}/${name}`);
    process.stdout.write(`${name} ${bytes.length} bytes\n`);
  }
}
