import { readFileSync } from 'node:fs';
import { expect, openClient, test } from './support/test.ts';

/** The snippets of a guide that end by showing something, each with what its last comment says it shows. */
function readSnippets(path: string): { code: string; shown: string }[] {
  const text = readFileSync(new URL(`../docs/${path}`, import.meta.url), 'utf8');
  return [...text.matchAll(/```js\n([\s\S]*?)```/g)].flatMap(([, code = '']) => {
    const comment = /globalThis\.shown = [^\n]*\n((?:\/\/[^\n]*\n)+)/.exec(code)?.[1];
    return comment === undefined ? [] : [{ code, shown: comment.replace(/^\/\/ ?/gm, '') }];
  });
}

const GUIDES = ['embedding.md', 'permissions.md', 'processes.md', 'terminals.md', 'web-tools.md'];

for (const guide of GUIDES) {
  const snippets = readSnippets(guide);

  test(`docs/${guide} has snippets that run`, () => {
    expect(snippets.length).toBeGreaterThanOrEqual(1);
  });

  for (const [index, { code, shown }] of snippets.entries()) {
    test(`snippet ${index + 1} of docs/${guide} shows what it says`, async ({ page, site }) => {
      await openClient(page, site.url('isolated'));
      const content = code
        .replaceAll("from 'cloche'", "from '/cloche.js'")
        .replaceAll("'/assets/'", "'/isolated/assets/'");
      await page.addScriptTag({ type: 'module', content });
      await page.waitForFunction(() => 'shown' in globalThis);
      // The comment is JavaScript, read by JavaScript.
      const [got, wanted] = await page.evaluate<[unknown, unknown]>(`[globalThis.shown, (${shown})]`);
      expect(got).toEqual(wanted);
    });
  }
}
