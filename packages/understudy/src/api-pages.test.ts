import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { RunningSimulators } from './start-simulators.js';
import { call } from './testing/call.js';
import { useBrowser } from './testing/use-browser.js';
import { useResources } from './testing/use-resources.js';

const { start } = useResources();
const browser = useBrowser();
let simulators: RunningSimulators;
beforeAll(async () => {
  simulators = await start({ apis: ['inventory', 'einvoicing'], port: 0, seed: 'demo', controlToken: 'told' }, 'any');
});

const get = (path: string, authorization?: string) => call(simulators, `GET ${path}`, undefined, { authorization });

describe('served OpenAPI descriptions', () => {
  it('contain the served API with the URLs of the server and of the sandbox', async () => {
    const { body: description } = await get('/~ada/_sim/apis/inventory/openapi.json');
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
    expect(parse(yaml.text)).toEqual(description);
    const byHost = { ...simulators, url: `http://ada.localhost:${port}` };
    const { body } = await call(byHost, 'GET /_sim/apis/inventory/openapi.json');
    expect(body.servers[0].url).toBe(byHost.url);
  });

  it('are listed with example token requests that succeed', async () => {
    const { apis } = (await get('/_sim/apis')).body;
    expect(apis.map(({ name }: { name: string }) => name)).toEqual(['identity', 'inventory', 'einvoicing']);
    for (const { token } of apis.slice(1)) {
      const answer = await fetch(token.url, { method: 'POST', body: new URLSearchParams(token.form) });
      expect([token.url, answer.status]).toEqual([token.url, 200]);
    }
    const refused = await get('/_sim/apis/nothing/openapi.json');
    expect([refused.status, refused.text]).toEqual([404, expect.stringContaining('identity, inventory')]);
  });

  it('are linked from every 404 for an unknown path', async () => {
    const nowhere = await get('/~ada/nowhere');
    expect(nowhere.body).toMatchObject({ status: 404, apis: '/_sim/apis' });
    for (const answer of [nowhere, await get('/~ada/io/nothing')]) {
      expect([answer.status, answer.headers.get('link')]).toEqual([404, '</~ada/_sim/apis>; rel="service-desc"']);
    }
  });
});

/** Returns the width of the narrowest operation header in pixels. */
const narrowest =
  "Math.min(...[...document.querySelectorAll('.opblock-summary')].map((head) => head.getBoundingClientRect().width))";

/** Executes the first operation of a path. @returns the shown response */
async function execute(page: Page, path: string, fields: Readonly<Record<string, string>> = {}) {
  const operation = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) }).first();
  await operation.locator('.opblock-summary-control').click();
  for (const [name, value] of Object.entries(fields)) await operation.getByPlaceholder(name).fill(value);
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  return await operation.locator('.live-responses-table').innerText();
}

/** Opens a page that records errors and requests to other origins. */
async function watched(): Promise<{ page: Page; troubles: string[] }> {
  const page = await browser().newPage();
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

describe.skipIf(process.platform !== 'linux')('API documentation pages in Chromium', () => {
  it('open from the list, send signed-in requests, and load nothing from other hosts', async () => {
    const { page, troubles } = await watched();
    await page.goto(`${simulators.url}/~ada/_sim/apis`);
    await page
      .getByRole('link', { name: /inventory/i })
      .first()
      .click();
    await page.getByText('Signed in with the demo credentials').waitFor();
    expect(await execute(page, '/io/data', { tenantId: 'demo' })).toContain('countOfDatasets');
    const { body } = await get('/~ada/_sim/journal?operationId=listDatasets', 'Bearer told');
    expect(body.entries).toMatchObject([{ status: 200, tenantId: 'demo' }]);
    expect(troubles).toEqual([]);
  }, 60_000);

  it('have no accessibility violations, light or dark, narrow or wide', { tags: 'slow' }, async () => {
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

  it('link back to the API list and to the console of their sandbox', async () => {
    const { page } = await watched();
    await page.goto(`${simulators.url}/~ada/_sim/apis/inventory`);
    await page.getByRole('link', { name: 'All APIs' }).click();
    await page.getByRole('link', { name: 'Console' }).click();
    await page.getByLabel('Control token').waitFor();
    expect(page.url()).toBe(`${simulators.url}/_sim/~ada/ui/`);
  });

  it('sign in to an API that issues its own tokens', { tags: 'slow' }, async () => {
    const { page, troubles } = await watched();
    await page.goto(`${simulators.url}/_sim/apis/einvoicing`);
    await page.getByText('Signed in with the demo credentials').waitFor();
    await execute(page, '/oauth2/current');
    expect(troubles).toEqual([]);
  });
});
