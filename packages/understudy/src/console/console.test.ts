import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';
import { ConsolePage } from '../testing/console-page.js';
import { openBrowser } from '../testing/open-browser.js';

let browser: Browser | undefined;
let simulators: RunningSimulators;
let view: ConsolePage;

beforeAll(async () => {
  [browser, simulators] = await Promise.all([
    openBrowser(),
    startSimulators({ port: 0, seed: 'demo', progression: 'after:PT5S' }),
  ]);
  if (browser !== undefined) view = await ConsolePage.open(browser, simulators.url);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  expect(simulators.defects).toEqual([]);
  await simulators.close();
});

/** The control plane, asked from outside. */
async function asked<Answer>(path: string): Promise<Answer> {
  return (await (await fetch(`${simulators.url}/_sim/${path}`)).json()) as Answer;
}

/** Starts a training whose webhook goes to an inbox that refuses the first attempt. @returns the number of its entry */
async function train(inbox: string): Promise<number> {
  const { url, control } = simulators;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    scope: 'understudy-stage:io',
  });
  const token = (await (await fetch(`${url}/connect/token`, { method: 'POST', body })).json()) as {
    access_token: string;
  };
  const headers = {
    authorization: `Bearer ${token.access_token}`,
    tenantId: 'demo',
    'content-type': 'application/json',
  };
  const answer = await fetch(`${url}/io/start_trainer`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      parametersArray: [{ datasetId: 'cold-brew', frequency: 'D', horizon: 7 }],
      webhook: { webhookUrl: `${url}/_sim/inbox/${inbox}` },
    }),
  });
  expect(answer.status).toBe(202);
  const [entry] = await control.journal.list({ operationId: 'startTrainer', last: 1 });
  return Number(entry?.seq);
}

describe.skipIf(process.platform !== 'linux')('the console, in Chromium', () => {
  it('is where a browser is sent that opens the bare address; a program is told 404', async () => {
    const { page } = view;
    await page.goto(`${simulators.url}/`);
    expect(page.url()).toBe(`${simulators.url}/_sim/ui/`);
    await page.getByRole('heading', { name: 'Traffic' }).waitFor();
    const program = await fetch(`${simulators.url}/`, { headers: { accept: 'application/json' } });
    expect([program.status, program.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')]);
  });

  it('shows a request the moment it comes, why it was refused, and what another one caused', async () => {
    const page = await view.show('traffic');
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await fetch(`${simulators.url}/io/start_trainer`, { method: 'POST', body: '{}', headers: { tenantId: 'demo' } });
    await page.getByRole('link', { name: /POST \/io\/start_trainer startTrainer 401/ }).click();
    await page.getByText(/Refused: /).waitFor();
    const seq = await train('traffic');
    await simulators.control.advance('PT6S');
    await view.show(`traffic/${seq}`);
    const story = page.getByRole('region', { name: 'What it caused' });
    await story.getByText('success').waitFor();
    await story.getByText('/_sim/inbox/traffic').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('connect/token');
    await page
      .getByRole('status')
      .filter({ hasText: /^\d of \d+$/ })
      .waitFor();
  });

  it('turns the clock to what is due next, and tells what happened', async () => {
    const page = await view.show('clock');
    await train('clock');
    await page.getByText('may end').waitFor();
    await page.getByRole('button', { name: 'To the next timer' }).click();
    await page.getByRole('status').filter({ hasText: '1 timer fired' }).waitFor();
    expect(await asked('timers')).toMatchObject({ count: 0 });
    const before = Date.parse((await asked<{ now: string }>('clock')).now);
    await page.getByRole('button', { name: '1 day' }).click();
    await page.getByRole('status').filter({ hasText: 'No timer was due' }).waitFor();
    expect(Date.parse((await asked<{ now: string }>('clock')).now) - before).toBe(86_400_000);
  });

  it('makes a sandbox from a snapshot, and deletes it', async () => {
    const page = await view.show('sandboxes');
    await page.getByLabel(/Name of a snapshot/).fill('kept');
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByText('The snapshot kept is kept.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('copy-1');
    await page.getByLabel('Begins with').selectOption({ label: 'the snapshot kept' });
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'copy-1' }).waitFor();
    const names = async () => (await simulators.control.sandboxes.list()).map(({ name }) => name);
    expect(await names()).toContain('copy-1');
    await page.getByRole('button', { name: 'Delete copy-1' }).click();
    await page.getByText('copy-1 is deleted.').waitFor();
    expect(await names()).not.toContain('copy-1');
  });

  it('breaks no rule of accessibility in any area, light or dark, and asks no other host', async () => {
    const { page } = view;
    const areas = await page.getByRole('navigation').getByRole('link').all();
    const names = await Promise.all(areas.map(async (link) => (await link.getAttribute('href'))?.slice(2) ?? ''));
    const [request] = await simulators.control.journal.list({ operationId: 'startTrainer' });
    for (const name of [...names, `traffic/${request?.seq}`]) {
      await view.show(name);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([name, colorScheme, await view.accessibility()]).toEqual([name, colorScheme, []]);
      }
    }
    expect(view.problems).toEqual([]);
  });
});
