// Installs, builds, checks and tests everything. The last line is `N passed, N failed` over checks and tests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { requireChromium } from './install-chromium.mjs';
import { messageOf, root, run } from './run.mjs';
import { setUp } from './setup.mjs';

const reports = mkdtempSync(join(tmpdir(), 'cloche-test-'));
const report = (name) => join(reports, `${name}.json`);
/** Projects of Vitest that are run together: the tools' own tests also on every machine. */
const PROJECTS = { node: ['node', 'tools-*'], browser: ['browser'] };
const vitest = (project, name = project) => [
  'run',
  ...PROJECTS[project].flatMap((each) => ['--project', each]),
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${report(name)}`,
];

/** What is run, in order. A step with a report counts its tests, another one counts as one. */
const STEPS = [
  { name: 'build', command: process.execPath, args: ['scripts/build.mjs'] },
  { name: 'sizes', command: process.execPath, args: ['scripts/check-sizes.mjs'] },
  { name: 'format', command: 'biome', args: ['check', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', command: 'tsc', args: ['-p', 'tsconfig.test.json'] },
  { name: 'unused', command: 'knip', args: [] },
  { name: 'unit tests', command: 'vitest', args: vitest('node'), project: 'node', count: () => countVitest('node') },
  {
    name: 'browser tests',
    command: 'vitest',
    args: vitest('browser'),
    project: 'browser',
    count: () => countVitest('browser'),
  },
  {
    name: 'end-to-end tests',
    command: 'playwright',
    args: ['test'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('e2e') },
    count: countPlaywright,
  },
];

/** More failed tests than this are no matter of a busy machine. */
const MAX_UNSTEADY_TESTS = 5;
/** How many tests of a project failed and then passed alone. */
const unsteady = new Map();
let passed = 0;
let failed = 0;
/** Lines about tests that failed, shown last, where a log that was cut short still has them. */
const failures = [];

try {
  await setUp();
  const chromium = await requireChromium();
  for (const { name, command, args, env, project, count } of STEPS) {
    process.stdout.write(`\n== ${name}\n`);
    const runWith = (given) => succeeds(() => run(command, given, { env: { CHROMIUM_PATH: chromium, ...env } }));
    const isGood = (await runWith(args)) || (project !== undefined && (await passesAlone(project, runWith)));
    const counts = count?.() ?? (isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
    passed += counts.passed;
    failed += isGood ? counts.failed : Math.max(1, counts.failed);
    if (!isGood) failures.push(`${name} failed`);
  }
} catch (error) {
  process.stdout.write(`npm test: ${messageOf(error)}\n`);
  failed++;
}
rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) process.stdout.write(`\n== failures\n${failures.join('\n')}\n`);
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

/**
 * Runs the files with failed tests once more, with nothing beside them: a machine that was too busy for a test is told from a
 * fault. Either way the tests are named at the end.
 */
async function passesAlone(project, runWith) {
  const files = (readReport(project)?.testResults ?? []).filter(({ status }) => status === 'failed');
  if (files.length === 0) return false;
  const names = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );
  if (names.length > MAX_UNSTEADY_TESTS) {
    failures.push(...names);
    return false;
  }
  process.stdout.write(`\n== once more, alone: ${names.length} failed tests\n`);
  const again = `${project}-again`;
  const paths = files.map(({ name }) => relative(root, name));
  const isGood = await runWith([...vitest(project, again), '--no-file-parallelism', ...paths]);
  failures.push(...names.map((name) => `${isGood ? 'passed when run alone' : 'failed'}: ${name}`));
  if (isGood) unsteady.set(project, names.length);
  return isGood;
}

function countVitest(project) {
  const { numPassedTests, numFailedTests } = readReport(project) ?? { numPassedTests: 0, numFailedTests: 0 };
  const steadied = unsteady.get(project) ?? 0;
  return { passed: numPassedTests + steadied, failed: numFailedTests - steadied };
}

function countPlaywright() {
  const { stats, suites } = readReport('e2e') ?? {};
  const { expected = 0, flaky = 0, unexpected = 0 } = stats ?? {};
  for (const { status, title } of specsOf(suites ?? [])) {
    if (status === 'unexpected') failures.push(`failed: ${title}`);
    if (status === 'flaky') failures.push(`passed when run again: ${title}`);
  }
  return { passed: expected + flaky, failed: unexpected };
}

function specsOf(suites, path = []) {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => [
    ...specs.map((spec) => ({
      title: [...path, title, spec.title].join(' › '),
      status: spec.tests.some((test) => test.status === 'unexpected')
        ? 'unexpected'
        : spec.tests.some((test) => test.status === 'flaky')
          ? 'flaky'
          : 'expected',
    })),
    ...specsOf(inner, [...path, title]),
  ]);
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(report(name), 'utf8'));
  } catch {
    return undefined;
  }
}
