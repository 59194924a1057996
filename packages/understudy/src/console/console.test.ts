import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { call } from '../testing/call.js';
import { requestDemoToken } from '../testing/demo-token.js';
import { useConsole } from '../testing/use-console.js';

const opened = useConsole({ progression: 'after:PT5S' });

const asked = async (path: string) => (await call(opened.simulators, `GET /_sim/${path}`)).body;

/** Starts a training whose webhook goes to an inbox. @returns the journal number of the request */
async function train(inbox: string): Promise<number> {
  const { simulators } = opened;
  const headers = { authorization: `Bearer ${await requestDemoToken(simulators)}`, tenantId: 'demo' };
  const parametersArray = [{ datasetId: 'cold-brew', frequency: 'D', horizon: 7 }];
  const body = { parametersArray, webhook: { webhookUrl: `${simulators.url}/_sim/inbox/${inbox}` } };
  expect((await call(simulators, 'POST /io/start_trainer', body, headers)).status).toBe(202);
  const [entry] = await simulators.control.journal.list({ operationId: 'startTrainer', last: 1 });
  return Number(entry?.seq);
}

describe.skipIf(process.platform !== 'linux')('the console, in Chromium', () => {
  it('opens in a browser from the root URL, where API clients get a 404', async () => {
    const { page } = opened.view;
    let bytes = 0;
    page.on('response', (response) => {
      if (response.url().includes('/_sim/ui/')) bytes += Number(response.headers()['content-length']);
    });
    await page.goto(`${opened.simulators.url}/`);
    expect(page.url()).toBe(`${opened.simulators.url}/_sim/ui/`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.title()).toBe('Overview · Understudy');
    // Compressed; most of it is the script.
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(110_000);
    const program = await call(opened.simulators, 'GET /', undefined, { accept: 'application/json' });
    expect([program.status, program.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')]);
  });

  it('shows a rejected request with the reason, and the effects of an accepted request', async () => {
    const page = await opened.view.show('traffic');
    await opened.view.hears('Live');
    await call(opened.simulators, 'POST /io/start_trainer', {}, { tenantId: 'demo' });
    await page.getByRole('link', { name: /POST \/io\/start_trainer .* 401/ }).click();
    await page.getByText(/Refused: /).waitFor();
    const seq = await train('traffic');
    await opened.simulators.control.advance('PT6S');
    await opened.view.show(`traffic/${seq}`);
    const story = page.getByRole('region', { name: 'Effects' });
    await story.getByText('success', { exact: true }).waitFor();
    await story.getByText('/_sim/inbox/traffic').waitFor();
    await story.getByText('attempt 1 of 1').waitFor();
    expect(await story.getByRole('link', { name: /^(immediately|\+5 s)$/ }).allInnerTexts()).toEqual([
      'immediately',
      '+5 s',
      '+5 s',
    ]);
    await page.getByRole('searchbox', { name: 'Search' }).fill('connect/token');
    await opened.view.hears(/^\d of \d+$/);
  });

  it('advances the clock to the next event, and lists the effects', async () => {
    const page = await opened.view.show('clock');
    await train('clock');
    await page.getByText('can finish').waitFor();
    const { timers } = await asked('timers');
    await opened.view.press('Next event');
    await opened.view.hears('1 timer fired');
    const { now } = await asked('clock');
    expect([now, timers[0]?.kind]).toEqual([timers[0]?.at, 'job']);
    const before = Date.parse(now);
    await opened.view.press('1 day');
    await opened.view.hears('It is now 2026-01-16');
    expect(Date.parse((await asked('clock')).now) - before).toBe(86_400_000);
  });

  it('lists only the effects of the latest advance of the clock', async () => {
    const { page } = opened.view;
    await page.route('**/_sim/events?*', (route) => route.abort());
    await page.goto('about:blank');
    await opened.view.show('clock');
    await train('once');
    const turned = page.getByRole('region', { name: 'Advance' }).getByRole('listitem');
    await opened.view.press('1 minute');
    await turned.filter({ hasText: '/_sim/inbox/once' }).first().waitFor();
    await opened.view.press('1 minute');
    await opened.view.hears('No timers were due.');
    expect(await turned.count()).toBe(0);
    await page.unroute('**/_sim/events?*');
    await page.goto('about:blank');
    opened.view.problems.length = 0;
  });

  it('groups the effects of an advance by day and cause', async () => {
    const { page } = opened.view;
    const { url } = await opened.simulators.control.sandboxes.create('month', { seed: 'demo' });
    await page.goto(`${url}/_sim/ui/#/clock`);
    await opened.view.press('1 week');
    const happened = page.getByRole('region', { name: 'Advance' }).getByRole('listitem');
    await happened
      .filter({ hasText: /^\d\d+ × HOOK .*accounting failed/ })
      .first()
      .waitFor();
    expect((await happened.allInnerTexts())[0]).toMatch(/^2026-01-15\n/);
    expect(await happened.count()).toBeLessThan(12);
  });

  it('completes one job and fails another one with a custom message', async () => {
    const page = await opened.view.show('jobs');
    await train('jobs');
    await train('jobs');
    await page
      .getByRole('button', { name: /^Complete / })
      .last()
      .click();
    await page.getByText(/^Job .*: success\.$/).waitFor();
    await page.getByLabel('Failure message').fill('Out of paper.');
    await page
      .getByRole('button', { name: /^Fail / })
      .first()
      .click();
    await page.getByText(/^Job .*: (?!success)\w+\.$/).waitFor();
    const ended = (await opened.simulators.control.jobs.list()).slice(-2);
    expect(ended.map(({ status }) => status === 'success')).toEqual([true, false]);
    expect(JSON.stringify(await opened.simulators.control.inbox('jobs').messages())).toContain('Out of paper.');
  });

  it('configures the responses of an inbox, and resends a failed webhook', async () => {
    const page = await opened.view.show('webhooks/mine');
    await opened.view.press('Use this response');
    await page.getByText('500 for the next message, then 204').waitFor();
    await train('mine');
    await opened.simulators.control.advance('PT6S');
    const failed = page.getByRole('listitem').filter({ hasText: '/_sim/inbox/mine' });
    await failed.getByRole('button', { name: /^Resend/ }).click();
    await page.getByText(/^Resent as delivery \d+: delivered\.$/).waitFor();
    const latest = (await opened.simulators.control.deliveries.list()).slice(-2).map(({ state }) => state);
    expect(latest).toEqual(['failed', 'delivered']);
    expect(await opened.simulators.control.inbox('mine').messages()).toHaveLength(2);
  });

  it('draws a record as its API declares, or as a table if its API declares no view', async () => {
    const page = await opened.view.show('data');
    await page.getByLabel('Search collections').fill('datasets');
    await page
      .getByRole('link', { name: /^datasets demo/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'cold-brew' }).click();
    await page.getByRole('img', { name: /^History and forecast: sold and forecast from/ }).waitFor();
    await page.getByRole('cell', { name: /\(chosen\)$/ }).waitFor();
    await opened.view.show('data/rostering/jobs');
    await page.getByRole('region', { name: 'jobs' }).getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('rowheader', { name: 'missing' }).waitFor();
    await opened.view.show('data/identity/clients');
    await page.getByRole('row', { name: /^demo-client/ }).waitFor();
    expect(await page.content()).not.toContain('demo-secret');
  });

  it.each([
    ['payslips', 'data/payroll/results', 'Payslips of services-firm', /^\S+ [1-9]\d\.\d\d .* HIGH/i],
    ['registrations', 'data/time/results', 'Registrations of services-firm', /^\S+ \S+ 202\d-\S+ [1-9]\d\.\d\d/],
  ])('shows %s with their scores, the most anomalous first', async (_what, area, title, row) => {
    const page = await opened.view.show(`${area}?clientId=demo-client&tenantId=demo`);
    await page.getByRole('region', { name: 'results' }).getByRole('row').nth(1).getByRole('link').click();
    const table = page.getByRole('region', { name: title });
    await table.getByRole('row', { name: row }).first().waitFor();
    const head = await table.getByRole('columnheader').allInnerTexts();
    const scores = await table.locator(`tbody td:nth-child(${head.indexOf('score') + 1})`).allInnerTexts();
    expect(scores.length).toBeGreaterThan(10);
    expect(scores.map(Number)).toEqual(scores.map(Number).sort((one, other) => other - one));
    expect([await opened.view.accessibility(), opened.view.problems]).toEqual([[], []]);
  });

  it('shows an invoice as a readable page, with the rules that it violates', async () => {
    const [{ key: companyId }] = (await asked('records/einvoicing/companies')).records;
    const broken = new URL('../../../../fixtures/einvoicing/invoices/broken-sums.xml', import.meta.url);
    const file = await readFile(broken, 'utf8');
    const received = { companyId, file };
    const { invoiceId: id } = await opened.simulators.control.action('einvoicing', 'receiveInvoice', received);
    const page = await opened.view.show(`data/einvoicing/invoices/${id}?clientId=${companyId}&tenantId=${companyId}`);
    await page.getByRole('region', { name: 'Lines' }).getByRole('row').nth(1).waitFor();
    const rules = page.getByRole('region', { name: 'Rules that it breaks' }).getByRole('listitem');
    await rules
      .filter({ hasText: /^error BR-CO-/ })
      .first()
      .waitFor();
    expect([await opened.view.accessibility(), opened.view.problems]).toEqual([[], []]);
  });

  it('runs an action with a form generated from its schema', async () => {
    const page = await opened.view.show('simulate/identity/registerClient');
    await page.getByLabel('clientId').fill('by-hand');
    await page.getByLabel('clientSecret').fill('secret-1');
    await opened.view.press('Run');
    await page.getByText('Done.').waitFor();
    const { records } = await asked('records/identity/clients');
    expect(records).toContainEqual(expect.objectContaining({ key: 'by-hand' }));
  });

  it('adds a fault rule, counts its matches, and removes it', async () => {
    const page = await opened.view.show('faults');
    await page.getByLabel('Operation').fill('noSuchOperation');
    await opened.view.press('Add rule');
    const field = page.getByRole('region', { name: 'New rule' });
    await field.getByRole('alert').filter({ hasText: 'noSuchOperation' }).waitFor();
    // The browser logs every error response.
    expect(opened.view.problems.splice(0)).toEqual([expect.stringContaining('status of 400')]);
    await page.getByLabel('Operation').fill('getJobStatus');
    await page.getByLabel('Matching requests').selectOption('every nth');
    await opened.view.press('Add rule');
    await page.getByRole('row', { name: /fault-1 getJobStatus, every 3rd returns 503 0 0/ }).waitFor();
    await opened.simulators.control.faults.clear();
    await page.getByLabel('Matching requests').selectOption('all');
    await page.getByLabel('Operation').fill('listDatasets');
    await opened.view.press('Add rule');
    await page.getByRole('row', { name: /fault-1 listDatasets returns 503 0 0/ }).waitFor();
    expect((await call(opened.simulators, 'GET /io/data')).status).toBe(503);
    await page.getByRole('row', { name: /fault-1 listDatasets returns 503 1 1/ }).waitFor();
    await opened.view.press('Remove fault-1');
    await page.getByText('No rules').waitFor();
    await page.getByLabel('Operation').fill('');
    await page.getByLabel('Path').fill('/users/{id}');
    await page.getByLabel('Response').selectOption('uses a custom body');
    await page.getByRole('textbox', { name: 'Body' }).fill('{"name": "Ada"}');
    await opened.view.press('Add rule');
    await page.getByRole('row', { name: /users.*returns 200 0 0/ }).waitFor();
    expect((await call(opened.simulators, 'GET /users/7')).body).toEqual({ name: 'Ada' });
    await opened.simulators.control.faults.clear();
    expect((await call(opened.simulators, 'GET /io/data')).status).toBe(401);
  });

  it('creates a sandbox from a snapshot, and deletes it', async () => {
    const page = await opened.view.show('sandboxes');
    await page.getByLabel(/Snapshot name/).fill('kept');
    await opened.view.press('Take a snapshot');
    await page.getByText('Saved snapshot kept.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('copy-1');
    await page.getByLabel('Initial data').selectOption({ label: 'snapshot kept' });
    await opened.view.press('Create');
    await page.getByRole('link', { name: 'copy-1', exact: true }).waitFor();
    const names = async () => (await opened.simulators.control.sandboxes.list()).map(({ name }) => name);
    expect(await names()).toContain('copy-1');
    await opened.view.press('Delete copy-1');
    expect(await names()).toContain('copy-1');
    await opened.view.press('Confirm: Delete copy-1');
    await page.getByText('Deleted copy-1.').waitFor();
    expect(await names()).not.toContain('copy-1');
  });

  it('shows the claims and scenarios of an operation, and how a client signs in', async () => {
    const page = await opened.view.show('apis/inventory/startTrainer');
    await page.getByRole('heading', { name: /^Scenarios prove [1-9]\d* claims?$/ }).waitFor();
    const { operations } = await asked('apis/inventory/evidence');
    const isTrainer = ({ operationId }: { operationId: string }) => operationId === 'startTrainer';
    const { scenarios } = operations.find(isTrainer);
    await page.getByRole('heading', { name: `Called by ${scenarios.length} scenario` }).waitFor();
    await opened.view.show('overview');
    await page.getByText(`curl -s '${opened.simulators.url}/connect/token'`).first().waitFor();
  });

  it('has no accessibility violations in any area, light or dark, and calls no other host', {
    tags: 'slow',
  }, async () => {
    const { page } = opened.view;
    const areas = await page.getByRole('navigation').getByRole('link').all();
    const names = await Promise.all(areas.map(async (link) => (await link.getAttribute('href'))?.slice(2) ?? ''));
    await opened.simulators.fetch(`${opened.simulators.url}/io/health_check`);
    const [request] = await opened.simulators.control.journal.list();
    for (const name of [...names, `traffic/${request?.seq}`]) {
      await opened.view.show(name);
      await page.emulateMedia({ colorScheme: 'light' });
      expect([name, await opened.view.accessibility()]).toEqual([name, []]);
      // The dark page differs only in its colours.
      await page.emulateMedia({ colorScheme: 'dark' });
      expect([name, await opened.view.accessibility(['color-contrast'])]).toEqual([name, []]);
    }
    expect(opened.view.problems).toEqual([]);
  });
});
