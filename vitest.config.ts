import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './scripts/find-chromium.mjs';

const conditions = ['cloche-source'];
/** Without these headers a page has no SharedArrayBuffer; the machine works both ways and is tested with them. */
const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  resolve: { conditions: [...conditions, 'import', 'module', 'browser', 'default'] },
  ssr: { resolve: { conditions: [...conditions, 'node', 'import', 'module', 'default'] } },
  server: { headers: isolationHeaders },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/{conformance,fuzz}/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**', '**/dist/**', '**/compiled/**'],
          benchmark: { include: ['packages/*/bench/**/*.bench.ts'] },
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['packages/*/{src,conformance}/**/*.browser.test.ts'],
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: findChromium() ?? '/usr/bin/chromium',
                args: [
                  '--no-sandbox',
                  '--disable-quic',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                ],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
