// npm run pictures: takes the screenshots that packages/console/README.md shows.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '@understudy/console/testing';
import { startSimulators } from 'api-understudy';
import type { Page } from 'playwright-core';
import { authorize, trainForOrders } from './clients/inventory-client.ts';
import { root } from './steps.mjs';

const owner = 'clientId=demo-client&tenantId=demo';
const readme = join(root, 'packages', 'console', 'README.md');
const [folder = join(root, 'packages', 'console', 'pictures'), ...only] = process.argv.slice(2);
/** The wanted pictures by view, width and theme, such as `overview-1280-light`. */
const wanted = new Set(readFileSync(readme, 'utf8').match(/(?<=pictures\/)[\w-]+(?=\.png)/g));
mkdirSync(folder, { recursive: true });

const shop = join(root, 'packages', 'described', 'src', 'testing', 'shop.yaml');
const simulators = await startSimulators({
  port: 0,
  apis: ['inventory', 'time', 'payroll', 'rostering', 'einvoicing', shop],
  seed: 'demo',
  progression: 'after:PT5S',
});
const { url, control } = simulators;
const browser = await openBrowser();
if (browser === undefined) throw new Error('No browser is installed');
const request = await tellStory();
const views: Readonly<Record<string, string>> = {
  overview: 'overview',
  traffic: 'traffic',
  exchange: `traffic/${request}`,
  clock: 'clock',
  jobs: 'jobs',
  webhooks: 'webhooks/orders',
  forecast: `data/inventory/datasets/cold-brew?${owner}`,
  roster: `data/rostering/jobs/${(await control.jobs.list()).find(({ api }) => api === 'rostering')?.id}`,
  unmet: `data/rostering/jobs/${(await control.jobs.list()).filter(({ api }) => api === 'rostering').at(-1)?.id}`,
  payslips: `data/payroll/results/${await jobOf('payroll')}?${owner}`,
  registrations: `data/time/results/${await jobOf('time')}?${owner}`,
  invoice: await invoicePlace(),
  records: 'data/identity/clients',
  simulate: 'simulate/identity/registerClient',
  faults: 'faults',
  sandboxes: 'sandboxes',
  apis: 'apis/inventory/startTrainer',
  usage: 'apis/shop',
  model: 'learning/shop',
  scenario: 'apis/identity/requestToken/token-form-accepted',
};
for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [400, 1280]) {
    const page = await browser.newPage({ viewport: { width, height: 860 }, colorScheme, locale: 'en-US' });
    for (const [name, place] of Object.entries(views)) {
      const picture = `${name}-${width}-${colorScheme}`;
      if (!wanted.delete(picture) || (only.length > 0 && !only.includes(name))) continue;
      await page.goto(`${url}/_sim/ui/#/${place}`);
      await page.locator('h1').waitFor({ state: 'attached' });
      await page.waitForTimeout(500);
      await page.locator('.loading').waitFor({ state: 'detached' });
      if (name === 'scenario') await runScenario(page);
      if (name === 'model') await changeModel(page);
      await page.screenshot({ path: join(folder, `${picture}.png`) });
    }
    await page.close();
  }
}
await browser.close();
await simulators.close();
if (wanted.size > 0) throw new Error(`${readme} shows pictures without a view: ${[...wanted].join(', ')}`);

/** Returns the id of a prediction in the demo data that has results. */
async function jobOf(api: string): Promise<string | undefined> {
  return (await control.jobs.list()).find((job) => job.api === api && job.status === 'success')?.id;
}

/** Returns the path of a console view that shows an invoice with violated rules. */
async function invoicePlace(): Promise<string> {
  const { collections } = (await (await fetch(`${url}/_sim/records`)).json()) as {
    collections: { collection: string; clientId?: string; tenantId?: string; firstKeys: string[] }[];
  };
  const invoices = collections.find(({ collection }) => collection === 'invoices');
  const query = new URLSearchParams({ clientId: invoices?.clientId ?? '', tenantId: invoices?.tenantId ?? '' });
  return `data/einvoicing/invoices/${invoices?.firstKeys[0]}?${query}`;
}

async function runScenario(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run here' }).click();
  await page.getByText(/\d+ steps? in \d+ ms/).waitFor();
  await page.locator('.run-steps summary').first().click();
}

async function changeModel(page: Page): Promise<void> {
  const lines = { understudy: 1, operations: { deleteProduct: { needs: { state: 'self.stock == 0' } } } };
  await page.getByLabel('Changed lines of the model (JSON)').fill(JSON.stringify(lines, undefined, 2));
  await page.getByRole('button', { name: 'Compare responses' }).click();
  await page.getByText(/ → 4\d\d$/).click();
  await page.getByRole('heading', { name: 'Changed lines' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
}

/** Trains, gets a rejection, and fails to deliver webhooks. @returns the journal entry of the training */
async function tellStory(): Promise<number> {
  const headers = await authorize(url, 'demo');
  const train = (parameters: object) => trainForOrders(url, headers, parameters);
  await control.inbox('orders').answer([{ status: 503, times: 2 }, { status: 204 }]);
  await control.faults.set([{ match: { operationId: 'getPredictionResults' }, effect: { status: 429 }, times: 5 }]);
  await fetch(`${url}/io/data`, { headers });
  await fetch(`${url}/io/data`, { headers: { tenantId: 'demo' } });
  await train({ datasetId: 'cold-brew', frequency: 'D', horizon: 28 });
  await train({ datasetId: 5, frequency: 'X' });
  await fetch(`${url}/io/daat`);
  await control.advance('PT6S');
  await train({ datasetId: 'oat-drink', frequency: 'W', horizon: 12 });
  await control.sandboxes.create('pull-42');
  const shopHeaders = { 'x-key': 'any', 'content-type': 'application/json' };
  await fetch(`${url}/products/1`, { headers: shopHeaders });
  await fetch(`${url}/products/2`, { method: 'DELETE', headers: shopHeaders });
  const [first] = await control.journal.list({ operationId: 'startTrainer' });
  return first?.seq ?? 1;
}
