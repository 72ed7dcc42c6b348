import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Firefox, startFirefox } from './support/marionette.ts';
import { expect, test } from './support/test.ts';

const firefoxPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'firefox-esr'))
  .find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

test('the smoke story in Firefox ESR: six tools, an endless loop, and a reload', async ({ site }) => {
  test.skip(firefoxPath === undefined, 'firefox-esr is not installed on this machine');
  test.setTimeout(120_000);
  const firefox: Firefox = await startFirefox(firefoxPath ?? '');
  const open =
    'while (!window.isReady) await new Promise((resolve) => setTimeout(resolve, 20)); window.workspace = await window.openTest();';
  const say =
    'const say = async (name, input) => (await window.workspace.session().run({ name, input })).content[0].text;';
  try {
    await firefox.navigate(site.url('isolated'));
    const first = await firefox.run(`${open} ${say} return [
      await say('write', { file_path: 'a.txt', content: 'one\\ntwo\\n' }),
      await say('edit', { file_path: 'a.txt', old_string: 'two', new_string: 'three' }),
      await say('read', { file_path: 'a.txt' }),
      await say('bash', { command: 'cat a.txt | grep -c e; export KEPT=1; pwd' }),
      await say('glob', { pattern: '*.txt' }),
      await say('grep', { pattern: 'thr.e' }),
      await say('bash', { command: 'echo begun; while :; do :; done', timeout_ms: 200 }),
    ];`);
    expect(first).toEqual([
      'wrote 8 bytes to a.txt',
      'edited a.txt (1 replacement(s))',
      'one\nthree\n',
      '2\n/workspace\n',
      '/workspace/a.txt',
      '/workspace/a.txt:2:three',
      "begun\ncommand timed out after 200ms; this call's shell state changes were dropped",
    ]);
    const facts = await firefox.run(
      "return window.events.filter((event) => event.kind === 'machine').map((event) => event.state.facts?.isIsolated);",
    );
    expect(facts).toEqual([undefined, true].map((value) => value ?? null));
    await firefox.navigate(site.url('isolated'));
    expect(await firefox.run(`${open} ${say} return say('bash', { command: 'cat a.txt; echo $KEPT' });`)).toBe(
      'one\nthree\n1\n',
    );
  } finally {
    await firefox.close();
  }
});
