// A front end tested without a back end: every test has a sandbox of its own, and turns its clock.
import { test as base, expect } from '@playwright/test';
import { createSimulatorFixtures, type SandboxFixture, type SimulatorsFixture } from 'api-understudy/playwright';

const cafe = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';
const test = base.extend<SandboxFixture, SimulatorsFixture>(
  createSimulatorFixtures({
    apis: ['einvoicing', 'inventory'],
    seed: 'demo',
    baseUrl: `http://127.0.0.1:${process.env['FRONT_END_PORT']}/api`,
  }),
);

test('shows the inbox and the forecast of the demo data', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('8 invoices')).toBeVisible();
  await expect(page.getByRole('row', { name: /NR-2051 Northern Roasters Oy 412\.31 EUR/ })).toBeVisible();
  await expect(page.getByText('The next 7 days')).toBeVisible();
  await expect(page.getByRole('list')).toContainText('2026-01-15');
});

test('shows a newly received invoice after a click on Refresh', async ({ page, sandbox }) => {
  await page.goto('/');
  await expect(page.getByText('8 invoices')).toBeVisible();
  await sandbox.control.action('einvoicing', 'receiveInvoice', {
    companyId: cafe,
    sample: true,
    amount: 99.5,
    seller: 'Tea House Oy',
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('9 invoices')).toBeVisible();
  await expect(page.getByRole('row', { name: /Tea House Oy 99\.50 EUR/ })).toBeVisible();
});

test('starts the forecast on the current day of the sandbox’s clock', async ({ page, sandbox }) => {
  await sandbox.control.advance('P2D');
  await page.goto('/');
  await expect(page.getByText('The next 7 days')).toBeVisible();
  await expect(page.getByRole('listitem').first()).toContainText('2026-01-17');
});

test('shows loading errors, and recovers from them on refresh', async ({ page, sandbox }) => {
  await sandbox.control.faults.set([
    { match: { operationId: 'listInvoices' }, effect: { status: 503 } },
    { match: { operationId: 'createPrediction' }, effect: { reset: true }, times: 1 },
  ]);
  await page.goto('/');
  await expect(page.getByText('This could not be loaded. The server answered 503')).toBeVisible();
  await expect(page.getByText(/This could not be loaded. Failed to fetch/)).toBeVisible();
  await sandbox.control.faults.clear();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('8 invoices')).toBeVisible();
});
