import { openBrowser } from '@understudy/console/testing';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type RunningSimulators, startSimulators } from './start-simulators.js';

let simulators: RunningSimulators;
let browser: Browser | undefined;
beforeAll(async () => {
  simulators = await startSimulators({
    apis: ['inventory', 'einvoicing'],
    port: 0,
    seed: 'demo',
    controlToken: 'told',
  });
  browser = process.platform === 'linux' ? await openBrowser() : undefined;
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await simulators.close();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(simulators.url + path, { headers });

describe('descriptions at the server', () => {
  it('are those that it serves, at its own address and those of the sandbox', async () => {
    const description = JSON.parse(await (await get('/~ada/_sim/apis/inventory/openapi.json')).text());
    const port = new URL(simulators.url).port;
    expect(description.servers.map(({ url }: { url: string }) => url)).toEqual([
      `${simulators.url}/~ada`,
      `http://ada.localhost:${port}`,
    ]);
    const { accessToken } = description.components.securitySchemes;
    expect(accessToken.flows.clientCredentials.tokenUrl).toBe(`${simulators.url}/~ada/connect/token`);
    expect(Object.keys(description.paths)).toContain('/io/data');
    const yaml = await get('/~ada/_sim/apis/inventory/openapi.yaml');
    expect(yaml.headers.get('content-type')).toMatch(/^application\/yaml/);
    expect(parse(await yaml.text())).toEqual(description);
    const byHost = await simulators.fetch(`http://ada.localhost:${port}/_sim/apis/inventory/openapi.json`);
    expect(JSON.parse(await byHost.text()).servers[0].url).toBe(`http://ada.localhost:${port}`);
  });

  it('are listed, with token requests that are accepted', async () => {
    const { apis } = JSON.parse(await (await get('/_sim/apis')).text());
    expect(apis.map(({ name }: { name: string }) => name)).toEqual(['identity', 'inventory', 'einvoicing']);
    for (const { token } of apis.slice(1)) {
      const answer = await fetch(token.url, { method: 'POST', body: new URLSearchParams(token.form) });
      expect([token.url, answer.status]).toEqual([token.url, 200]);
    }
    const refused = await get('/_sim/apis/nothing/openapi.json');
    expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('identity, inventory')]);
  });

  it('are named by every answer to an unknown path', async () => {
    const nowhere = await get('/~ada/nowhere');
    expect(JSON.parse(await nowhere.text())).toMatchObject({ status: 404, apis: '/_sim/apis' });
    for (const answer of [nowhere, await get('/~ada/io/nothing')]) {
      expect([answer.status, answer.headers.get('link')]).toEqual([404, '</~ada/_sim/apis>; rel="service-desc"']);
    }
  });
});

/** Returns the width of the narrowest operation header in pixels. */
const narrowest =
  "Math.min(...[...document.querySelectorAll('.opblock-summary')].map((head) => head.getBoundingClientRect().width))";

/** Opens a page that records errors and requests to other origins. */
async function watched(): Promise<{ page: Page; troubles: string[] }> {
  if (browser === undefined) throw new Error('there is no browser');
  const page = await browser.newPage();
  const troubles: string[] = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(simulators.url) && !url.startsWith('data:')) troubles.push(url);
  });
  return { page, troubles };
}

describe.skipIf(process.platform !== 'linux')('pages of the APIs, in Chromium', () => {
  it('are found from the list, call the API signed in, and load nothing from elsewhere', async () => {
    const { page, troubles } = await watched();
    await page.goto(`${simulators.url}/~ada/_sim/apis`);
    await page
      .getByRole('link', { name: /inventory/i })
      .first()
      .click();
    await page.getByText('Signed in with the demo credentials').waitFor();
    const operation = page.locator('.opblock', { has: page.locator('[data-path="/io/data"]') }).first();
    await operation.locator('.opblock-summary-control').click();
    await operation.getByPlaceholder('tenantId').fill('demo');
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    expect(await operation.locator('.live-responses-table').innerText()).toContain('countOfDatasets');
    const ada = JSON.parse(
      await (await get('/~ada/_sim/journal?operationId=listDatasets', { authorization: 'Bearer told' })).text(),
    );
    expect(ada.entries).toMatchObject([{ status: 200, tenantId: 'demo' }]);
    expect(troubles).toEqual([]);
  }, 60_000);

  it('break no rule of accessibility, light or dark, narrow or wide; in the viewer none of contrast', {
    tags: 'slow',
  }, async () => {
    const { page } = await watched();
    for (const path of ['', '/inventory']) {
      await page.goto(`${simulators.url}/_sim/apis${path}`);
      if (path !== '') {
        await page.getByText('Signed in with the demo credentials').waitFor();
        for (const index of [1, 3]) await page.locator('.opblock-summary-control').nth(index).click();
        await page.locator('.opblock-body').nth(1).waitFor();
      }
      await page.evaluate(axe.source);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          const run = `axe.run({ exclude: ['.swagger-ui'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`;
          expect([path, colorScheme, width, await page.evaluate(run)]).toEqual([path, colorScheme, width, []]);
          const contrast = `axe.run({ runOnly: ['color-contrast'] }).then(({ violations }) => violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => html + any[0].message)))`;
          expect([path, colorScheme, width, await page.evaluate(contrast)]).toEqual([path, colorScheme, width, []]);
          expect(await page.evaluate(narrowest)).toBeGreaterThan(100);
          expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
            colorScheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgb(255, 255, 255)',
          );
        }
      }
    }
  });

  it('lead back to the list and to the console of their sandbox', async () => {
    const { page } = await watched();
    await page.goto(`${simulators.url}/~ada/_sim/apis/inventory`);
    await page.getByRole('link', { name: 'All APIs' }).click();
    await page.getByRole('link', { name: 'Console' }).click();
    await page.getByLabel('Control token').waitFor();
    expect(page.url()).toBe(`${simulators.url}/_sim/~ada/ui/`);
  });

  it('are signed in to an API with tokens of its own too', { tags: 'slow' }, async () => {
    const { page, troubles } = await watched();
    await page.goto(`${simulators.url}/_sim/apis/einvoicing`);
    await page.getByText('Signed in with the demo credentials').waitFor();
    const operation = page.locator('.opblock', { has: page.locator('[data-path="/oauth2/current"]') }).first();
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    expect(troubles).toEqual([]);
  });
});
