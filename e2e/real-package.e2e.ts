import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { call, expect, openWorkspace, test } from './support/test.ts';

/** The source tree of a dependency: a few hundred files. */
const packageFolder = dirname(createRequire(import.meta.url).resolve('zod/package.json'));

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

const sortLines = (text: string): string[] => text.split('\n').filter(Boolean).sort();

test('a real package, imported as a zip, is searched, edited, kept and exported as on a disk', async ({
  client: page,
}) => {
  const paths = filesBelow(packageFolder);
  expect(paths.length).toBeGreaterThan(200);
  const archive = zipSync(
    Object.fromEntries(paths.map((path) => [path, new Uint8Array(readFileSync(join(packageFolder, path)))])),
  );
  await openWorkspace(page);
  const imported = await page.evaluate(async (bytes) => {
    const blob = new Blob([Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))]);
    const { files, save } = await window.workspace.files.importZip('/workspace', blob);
    return { files, save };
  }, Buffer.from(archive).toString('base64'));
  expect(imported).toEqual({ files: paths.length, save: { kind: 'saved' } });

  for (const args of [
    '-rn ZodError .',
    "-rnE 'import .* from' src",
    "-rnw -i 'optional' . --include='*.ts'",
    '-rnc schema src',
  ]) {
    const ours = await call(page, 'bash', { command: `grep ${args} > /tmp/found; wc -l < /tmp/found` });
    const found = await page.evaluate(async () =>
      new TextDecoder().decode(await window.workspace.files.read('/tmp/found')),
    );
    const real = execFileSync('bash', ['-c', `grep ${args}`], {
      cwd: packageFolder,
      encoding: 'utf8',
      maxBuffer: 1e8,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    expect(sortLines(found), args).toEqual(sortLines(real));
    expect(ours).toBe(`OK ${sortLines(real).length}\n`);
  }

  expect(
    await call(page, 'edit', {
      file_path: 'package.json',
      old_string: '"name": "zod"',
      new_string: '"name": "zod-edited"',
    }),
  ).toMatch(/^OK/);
  await page.reload();
  await page.waitForFunction(() => window.isReady);
  await openWorkspace(page);
  const exported = await page.evaluate(async () => {
    const blob = await window.workspace.files.exportZip();
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return btoa(text);
  });
  const files = unzipSync(new Uint8Array(Buffer.from(exported, 'base64')));
  const names = Object.keys(files).filter((name) => !name.endsWith('/'));
  expect(names.sort()).toEqual(paths.map((path) => relative('.', path)));
  for (const path of paths) {
    const wanted = readFileSync(join(packageFolder, path), 'latin1');
    const got = strFromU8(files[path] ?? new Uint8Array(0), true);
    expect(
      got === (path === 'package.json' ? wanted.replace('"name": "zod"', '"name": "zod-edited"') : wanted),
      path,
    ).toBe(true);
  }
});
