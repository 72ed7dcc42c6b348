import { expect, type Page, test } from '@playwright/test';

const DEMO = 'http://localhost:4290/?workspace=web';

/** Plays servers of the web: nothing leaves this machine. */
async function playWeb(page: Page): Promise<void> {
  const headers = { 'Access-Control-Allow-Origin': '*' };
  await page.route('https://example.org/**', (route) =>
    route.fulfill({ headers, contentType: 'text/html', body: '<h1>A page</h1><p>of the web</p>' }),
  );
  await page.route('https://en.wikipedia.org/**', (route) =>
    route.fulfill({
      headers,
      json: { query: { search: [{ title: 'Bell jar', snippet: 'a <span class="match">glass</span> cover' }] } },
    }),
  );
}

test('a visitor fetches a page and searches: the card names the host, and the answer is in the timeline', async ({
  page,
}) => {
  await playWeb(page);
  await page.goto(DEMO);
  await page.getByLabel('Tool', { exact: true }).selectOption('web_fetch');
  await page.getByLabel(/^url/).fill('https://example.org/a');
  await page.getByRole('button', { name: 'Run web_fetch' }).click();
  const card = page.getByRole('group', { name: /Fetch from example\.org\?/ });
  await expect(card).toContainText('reaches the network');
  await expect(card).toContainText('GET https://example.org/a');
  await expect(card.getByRole('list', { name: 'Its parts' })).toContainText('example.org:443');
  await card.getByText('Allow this always…').click();
  await expect(card.getByRole('radio', { name: 'web_fetch(host:example.org:443)' })).toBeVisible();
  await card.getByRole('button', { name: 'Allow once' }).click();
  await expect(page.getByLabel('Result of web_fetch')).toHaveText('# A page\nof the web');

  await page.getByLabel('Tool', { exact: true }).selectOption('web_search');
  await page.getByLabel(/^query/).fill('cloche');
  await page.getByRole('button', { name: 'Run web_search' }).click();
  const search = page.getByRole('group', { name: /Search the web at en\.wikipedia\.org\?/ });
  await search.getByRole('button', { name: 'Allow once' }).click();
  await expect(page.getByLabel('Result of web_search')).toContainText(
    'Bell jar\nhttps://en.wikipedia.org/wiki/Bell_jar\na glass cover',
  );
});
