import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/find-chromium.mjs';

const json = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  timeout: 60_000,
  // A busy machine is no fault of the product; times are measured in the benches.
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A story that fails and then passes is counted as passed, and named at the end of `npm test`.
  retries: 1,
  reporter: [['list'], ...(json ? [['json', { outputFile: json }] as const] : [])],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: findChromium() ?? '/usr/bin/chromium',
      // What a container and a closed network need; how frames and sites are isolated stays as people have it.
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    // Beside a demo that somebody has started in the same folder.
    command: 'vite preview apps/demo --port 4290 --strictPort --bypass-lock',
    url: 'http://localhost:4290/',
    reuseExistingServer: false,
    // The runtimes of the tests have an origin of their own on this machine.
    env: { CLOCHE_DEMO_RUNTIME_FRAMES: 'http://localhost:* http://127.0.0.1:*' },
  },
});
