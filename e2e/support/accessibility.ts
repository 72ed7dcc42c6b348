import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const AXE = createRequire(import.meta.url).resolve('axe-core');

/** Expects that axe finds nothing wrong in the part of the page that a selector names, by WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page, selector: string): Promise<void> {
  await page.addScriptTag({ path: AXE });
  const found = await page.evaluate(async (within) => {
    const axe: unknown = Reflect.get(globalThis, 'axe');
    if (typeof axe !== 'object' || axe === null) throw new Error('axe is not loaded');
    const run: unknown = Reflect.get(axe, 'run');
    if (typeof run !== 'function') throw new Error('axe cannot run');
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await run.call(axe, within, { runOnly: { type: 'tag', values: tags } });
    return violations.map(({ id, help, nodes }: { id: string; help: string; nodes: { html: string }[] }) => [
      id,
      help,
      ...nodes.map(({ html }) => html.slice(0, 200)),
    ]);
  }, selector);
  expect(found).toEqual([]);
}
