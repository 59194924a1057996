import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { call } from '../testing/call.js';
import { runCli } from '../testing/run-cli.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useConsole } from '../testing/use-console.js';
import { useResources } from '../testing/use-resources.js';

const opened = useConsole({ apis: [shopDescriptionPath], settings: { apis: { shop: { security: 'off' } } } });

const { folderWith } = useResources();
const ask = (line: string, body?: unknown) => call(opened.simulators, line, body);
const rows = () => opened.view.page.locator('.virtual a.row');

describe.skipIf(process.platform !== 'linux')('the traffic list', () => {
  it('holds back new entries while the pointer is over the list, and shows them on request', async () => {
    await ask('GET /products?page=1');
    const page = await opened.view.show('traffic');
    await rows().first().hover();
    await ask('GET /products/4711');
    await ask('GET /products/4712');
    await page.getByRole('button', { name: '2 new' }).waitFor();
    expect(await page.getByText('/products/4712').count()).toBe(0);
    await opened.view.press('2 new');
    await page.getByText('/products/4712').waitFor();
    await page.getByRole('heading', { name: 'Traffic' }).hover();
    await ask('GET /products/4713');
    await page.getByText('/products/4713').waitFor();
  });

  it('pauses, resumes, and can be cleared and restored', async () => {
    const page = await opened.view.show('traffic');
    await opened.view.press('Pause');
    await ask('GET /products/4714');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    await opened.view.press('Resume');
    await page.getByText('/products/4714').waitFor();
    await opened.view.press('Clear list');
    await page.getByText('No new entries').waitFor();
    await opened.view.press('Show all entries');
    await page.getByText('/products/4714').waitFor();
  });

  it('filters by the status code, operation and time in the search field', async () => {
    await ask('GET /products');
    await ask('GET /products/4715');
    const page = await opened.view.show('traffic');
    const search = page.getByRole('searchbox');
    await search.fill('status:404 op:getProduct since:1h');
    await page.getByText('/products/4715').waitFor();
    const marks = await rows().locator('.row-mark').allInnerTexts();
    expect(new Set(marks)).toEqual(new Set(['404']));
    await search.fill('status:4xx 4715');
    await page.locator('mark', { hasText: '4715' }).first().waitFor();
    expect(await rows().count()).toBe(1);
  });

  it('keeps showing the matches of a search until the results of the next search arrive', async () => {
    await ask('GET /products/4716');
    const page = await opened.view.show('traffic');
    const search = page.getByRole('searchbox');
    await search.fill('4716');
    await page.locator('mark', { hasText: '4716' }).first().waitFor();
    const asked = new Promise<Route>((resolve) => page.route(/_sim\/journal\?.*%2F4716/, resolve));
    await search.fill('/4716');
    const route = await asked;
    await page.getByText('Searching').waitFor();
    await search.press('Enter');
    await page.keyboard.press('j');
    await page.locator('.row[aria-current]').waitFor();
    await route.continue();
    await page
      .getByRole('status')
      .filter({ hasText: /^1 of \d+$/ })
      .waitFor();
    await page.unroute(/_sim\/journal\?.*%2F4716/);
    expect(await page.locator('.row[aria-current]').count()).toBe(1);
    await page.getByRole('heading', { name: 'Traffic' }).hover();
  });

  it('exports the requests shown as a scenario that passes', async () => {
    const product = { sku: 'recorded-1', name: 'Recorded' };
    const { body: created, status } = await ask('POST /products', product);
    await ask(`GET /products/${created.id}`);
    const page = await opened.view.show('traffic');
    await page.getByRole('searchbox').fill('since:1h');
    await page.getByText(`/products/${created.id}`).waitFor();
    const [saved] = await Promise.all([page.waitForEvent('download'), opened.view.press('Export as scenario')]);
    const text = await readFile(await saved.path(), 'utf8');
    expect([status, text]).toEqual([201, expect.stringMatching(/operationId: .*createProduct/)]);
    expect(text).toContain('$steps.');
    const folder = await folderWith({
      'recorded.arazzo.yaml': text,
      'understudy.config.yaml': `apis: [${JSON.stringify(shopDescriptionPath)}]`,
    });
    const run = (...more: string[]) =>
      runCli(
        'test',
        'run',
        join(folder, 'recorded.arazzo.yaml'),
        '--config',
        join(folder, 'understudy.config.yaml'),
        ...more,
      );
    const { code, out } = await run('--target', opened.simulators.url);
    expect([code, out]).toEqual([0, expect.stringContaining('1 passed, 0 failed')]);
  });

  it('scrolls to a linked entry', async () => {
    for (let count = 0; count < 60; count += 1) await ask(`GET /products/${5000 + count}`);
    await opened.view.page.goto('about:blank');
    await opened.view.show('traffic/2');
    await opened.view.page.locator('a.row[aria-current]').waitFor();
    expect(await opened.view.accessibility()).toEqual([]);
  });

  it('marks the day to which the clock was advanced', async () => {
    await opened.view.page.goto('about:blank');
    const { clock } = opened.simulators.control;
    await clock.set({ mode: 'manual' });
    await ask('POST /_sim/clock/advance', { by: 'P1D' });
    await ask('GET /products/4716');
    const page = await opened.view.show('traffic');
    await page.getByText('CLOCK', { exact: true }).first().waitFor();
    await page.locator('.row-day').first().waitFor();
  });
});
