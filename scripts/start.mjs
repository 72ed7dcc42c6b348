// Installs, builds and serves the demo; prints its URL. Needs a network only for what is not installed yet.
import { existsSync } from 'node:fs';
import { messageOf, root, run } from './run.mjs';
import { setUp } from './setup.mjs';

const port = process.env.PORT ?? '4173';

try {
  await setUp();
  await run(process.execPath, ['scripts/build.mjs']);
  if (!existsSync(`${root}/apps/demo/dist/index.html`)) throw new Error('the demo was not built');
  process.stdout.write('\nThe demo works offline from its first visit on. Stop it with Ctrl+C.\n');
  await run('vite', ['preview', 'apps/demo', '--port', port, '--host', process.env.HOST ?? 'localhost']);
} catch (error) {
  process.stderr.write(`npm start: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
