// Installs, builds, checks and tests everything. The last line is `N passed, N failed` over checks and tests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireChromium } from './install-chromium.mjs';
import { messageOf, run } from './run.mjs';
import { setUp } from './setup.mjs';

const reports = mkdtempSync(join(tmpdir(), 'cloche-test-'));
const report = (name) => join(reports, `${name}.json`);
const vitest = (project) => [
  'run',
  '--project',
  project,
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${report(project)}`,
];

/** What is run, in order. A step with a report counts its tests, another one counts as one. */
const STEPS = [
  { name: 'build', command: process.execPath, args: ['scripts/build.mjs'] },
  { name: 'sizes', command: process.execPath, args: ['scripts/check-sizes.mjs'] },
  { name: 'format', command: 'biome', args: ['check', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', command: 'tsc', args: ['-p', 'tsconfig.test.json'] },
  { name: 'unused', command: 'knip', args: [] },
  { name: 'unit tests', command: 'vitest', args: vitest('node'), count: () => countVitest('node') },
  { name: 'browser tests', command: 'vitest', args: vitest('browser'), count: () => countVitest('browser') },
  {
    name: 'end-to-end tests',
    command: 'playwright',
    args: ['test'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('e2e') },
    count: countPlaywright,
  },
];

let passed = 0;
let failed = 0;

try {
  await setUp();
  const chromium = await requireChromium();
  for (const { name, command, args, env, count } of STEPS) {
    process.stdout.write(`\n== ${name}\n`);
    const isGood = await succeeds(() => run(command, args, { env: { CHROMIUM_PATH: chromium, ...env } }));
    const counts = count?.() ?? (isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
    passed += counts.passed;
    failed += isGood ? counts.failed : Math.max(1, counts.failed);
    if (!isGood) process.stdout.write(`== ${name} failed\n`);
  }
} catch (error) {
  process.stdout.write(`npm test: ${messageOf(error)}\n`);
  failed++;
}
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

async function succeeds(action) {
  try {
    await action();
    return true;
  } catch (error) {
    process.stdout.write(`${messageOf(error)}\n`);
    return false;
  }
}

function countVitest(project) {
  const { numPassedTests, numFailedTests } = readReport(project) ?? { numPassedTests: 0, numFailedTests: 0 };
  return { passed: numPassedTests, failed: numFailedTests };
}

function countPlaywright() {
  const { expected, flaky, unexpected } = readReport('e2e')?.stats ?? { expected: 0, flaky: 0, unexpected: 0 };
  return { passed: expected + flaky, failed: unexpected };
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(report(name), 'utf8'));
  } catch {
    return undefined;
  }
}
