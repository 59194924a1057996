// @module-tag slow
import { expect, it } from 'vitest';
import { call } from '../testing/call.js';
import { useConsole } from '../testing/use-console.js';

const company = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';
const opened = useConsole({ apis: ['einvoicing'] });

it.skipIf(process.platform !== 'linux')(
  'edits an invoice by form and as JSON, shows the changes, and restores it byte for byte',
  async () => {
    const { simulators, view } = opened;
    const { control } = simulators;
    const invoices = simulators.collection('einvoicing', 'invoices', { clientId: company, tenantId: company });
    const failed = async (): Promise<string[]> => {
      const body = `grant_type=client_credentials&client_id=${company}&client_secret=demo-user-key&scope=eui`;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const token = (await call(simulators, 'POST /oauth2/token', body, headers)).body.access_token;
      const line = 'GET /v1/invoices?direction=SENT&status[]=FAILED';
      const list = await call(simulators, line, undefined, { authorization: `Bearer ${token}` });
      return list.body.map(({ id }: { id: string }) => id);
    };
    const stateOf = async () => {
      await control.snapshots.put('state');
      return JSON.stringify(await control.snapshots.get('state'));
    };
    const [sent] = await invoices.list({ where: "@.direction == 'SENT' && @.status == 'DELIVERED'", limit: 1 });
    const key = sent?.key ?? '';
    const before = await failed();
    const state = await stateOf();
    const page = await view.show(`data/einvoicing/invoices/${key}?clientId=${company}&tenantId=${company}`);
    await page.getByText('Edit', { exact: true }).click();
    await page.getByLabel('status').selectOption('FAILED');
    await view.press('Save');
    await view.hears(`Saved ${key}`);
    expect((await failed()).sort()).toEqual([...before, key].sort());
    expect(await view.accessibility()).toEqual([]);
    await view.show('data');
    await page.getByText('"DELIVERED" → "FAILED"').waitFor();
    await view.press('Undo');
    await page.getByText('No record has changed.').waitFor();
    // A token request changes the state, so it comes last.
    expect(await stateOf()).toBe(state);
    expect(await failed()).toEqual(before);

    await page
      .getByRole('link', { name: /invoices/ })
      .first()
      .click();
    await page.getByRole('searchbox', { name: 'Filter' }).fill(`@.id == '${key}'`);
    await view.press('Filter');
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByRole('link', { name: key }).click();
    await page.getByText('Edit', { exact: true }).click();
    await page.getByLabel('JSON', { exact: true }).check();
    const json = page.getByLabel('Record as JSON');
    const text = await json.inputValue();
    await json.fill(text.replace('"DELIVERED"', '"LATE"'));
    await view.press('Save');
    await page.getByRole('alert').filter({ hasText: '/body/status must be one of' }).waitFor();
    await json.fill(text.replace('"status": "DELIVERED"', '"status": "PENDING"'));
    await view.press('Save');
    await view.hears(`Saved ${key}`);
    expect((await invoices.get(key)).status).toBe('PENDING');
    // The browser logs the rejected edit as an error.
    expect(view.problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  },
  180_000,
);
