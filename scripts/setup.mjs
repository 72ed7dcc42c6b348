// Installs what the workspace needs: packages with the pinned pnpm, which npx fetches. Nothing is installed globally.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { root, run } from './run.mjs';

const OLDEST_NODE = [20, 19];

/** Installs the packages; says what to do when Node is too old. */
export async function setUp() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new Error(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}`);
  }
  const { packageManager } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  await run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile', '--prefer-offline'], {
    env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1', CI: 'true' },
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await setUp();
