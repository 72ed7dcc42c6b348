// Runs random shell scripts and prints faults and, with --real-bash, where the real bash answers otherwise.
// Usage: pnpm fuzz [--count N] [--seed S] [--real-bash]   (bubblewrap must be installed for --real-bash)
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { root } from './run.mjs';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    'real-bash': { type: 'boolean', default: false },
  },
});
const conditions = ['cloche-source', 'node', 'import', 'module', 'default'];
const server = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  ssr: { resolve: { conditions } },
});
const { fuzz } = await server.ssrLoadModule('/packages/shell/fuzz/fuzz.ts');
const faults = await fuzz({
  count: Number(values.count),
  firstSeed: Number(values.seed),
  comparesWithBash: values['real-bash'],
  print: (line) => process.stdout.write(`${line}\n`),
});
await server.close();
process.exit(faults > 0 ? 1 : 0);
