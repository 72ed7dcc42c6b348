import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './scripts/find-chromium.mjs';

const conditions = ['cloche-source'];
/** Without these headers a page has no SharedArrayBuffer; the machine works both ways and is tested with them. */
const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** What of them touches files; the tests of bash and of planning have a shell that is made up, and no files. */
const TOOL_TESTS = 'packages/tools/src/builtin/{,coding/,edit/,files/}{file-tools,coding-tools,edit-tool}.test.ts';
/** Machines on which the tools' own tests run besides files in memory; the set-up file is what opens them. */
const TOOL_MACHINES = {
  'tools-offline': { include: [TOOL_TESTS], setupFiles: ['packages/offline/src/testing/tools-on-offline-files.ts'] },
  'tools-node': { include: [TOOL_TESTS], setupFiles: ['packages/cli/src/testing/tools-on-node.ts'] },
  'tools-webcontainer': {
    include: [TOOL_TESTS, 'packages/cli/src/process-*.test.ts'],
    setupFiles: ['packages/webcontainer/src/testing/tools-on-container.ts'],
    globalSetup: ['packages/webcontainer/src/testing/provide-guest.ts'],
  },
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
          include: ['{packages,apps}/*/src/**/*.test.ts', 'packages/*/{conformance,fuzz}/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**', '**/dist/**', '**/compiled/**'],
          benchmark: { include: ['packages/*/bench/**/*.bench.ts'] },
          testTimeout: 20_000,
        },
      },
      ...Object.entries(TOOL_MACHINES).map(([name, machine]) => ({
        extends: true as const,
        test: { name, environment: 'node' as const, benchmark: { include: [] }, testTimeout: 20_000, ...machine },
      })),
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
