import { runNode } from '../../gate.ts';
import type { Visitor } from './visitor.ts';

/** Tasks by name. */
export type Tasks = Readonly<Record<string, (visitor: Visitor) => Promise<void>>>;

interface Journal {
  readonly entries: readonly { readonly seq: number; readonly status?: number; readonly operationId?: string }[];
}

const trained = /POST \/io\/start_trainer.* 202/;
const company = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';

/** The maximum number of clicks for each task. */
export const mostClicks: Readonly<Record<string, number>> = {
  'find out why a request got 401': 2,
  'see that a webhook was retried, and why': 2,
  'find the failing step of a scenario': 7,
  'look at a roster': 2,
  'look at a forecast with its interval': 2,
  'edit a record, and undo it': 7,
  'make every third call of an operation fail': 4,
  'lose all webhooks': 2,
  'run all scenarios of a tag': 6,
  'see which records a request changed': 3,
  'share an exchange by a link': 3,
  'find the request that mentions a value in its body': 3,
  'send a request again with a fresh token': 3,
  'go to the next event, and see what it set off': 2,
  'restore a snapshot, and undo that': 5,
  'paste a first command that works': 1,
  'change a request and send it': 5,
  'compare two exchanges': 4,
  'save a filter and use it again': 7,
  'export the failed requests as HAR': 4,
  'resend all failed webhooks': 2,
  'fork a sandbox, and compare it with its origin': 4,
  'sort the invoices by amount, and save them as CSV': 6,
  'see which operations were never called': 3,
  'see why an operation behaves as it does': 3,
  'give the same answer next time': 5,
  'find what refers to a record': 3,
  'change a statement of the model by its form': 8,
  'learn that the sandbox was deleted': 0,
};

/** The tasks that the console must make easy, most frequent first. */
export const tasks: Tasks = {
  async 'find out why a request got 401'(visitor) {
    await visitor.open('Traffic');
    await visitor.click('link', /GET \/io\/data .* 401/);
    await visitor.see(/Refused: /);
  },

  async 'see that a webhook was retried, and why'(visitor) {
    await visitor.open('Webhooks');
    await visitor.unfold('3 attempts');
    await visitor.see(/receiver .*503/);
  },

  async 'find the failing step of a scenario'(visitor) {
    await visitor.open('APIs & tests');
    await visitor.choose('API', 'inventory');
    await visitor.fill('Search operations', 'checkHealth');
    await visitor.click('button', 'Run all');
    await visitor.seeStatus(/, [1-9]\d* failed$/);
    await visitor.click('link', /^checkHealth/);
    visitor.clicks += 1;
    const operation = visitor.page.getByRole('region', { name: 'checkHealth' });
    await operation.getByRole('listitem').filter({ hasText: 'failed' }).getByRole('link').last().click();
    await visitor.see('not as documented');
  },

  async 'look at a roster'(visitor) {
    visitor.clicks += 1;
    const card = visitor.page.getByRole('listitem').filter({ hasText: 'rostering' });
    await card.getByRole('link', { name: /^jobs/ }).first().click();
    visitor.clicks += 1;
    await visitor.page.getByRole('rowheader').getByRole('link').first().click();
    await visitor.page.locator('table.grid').first().waitFor();
  },

  async 'look at a forecast with its interval'(visitor) {
    await visitor.click('link', /^datasets 11$/);
    await visitor.click('link', 'cold-brew');
    await visitor.page
      .getByRole('img', { name: /^.*forecast/i })
      .first()
      .waitFor();
  },

  async 'edit a record, and undo it'(visitor) {
    await visitor.open('Data');
    await visitor.click('link', /^invoices/);
    await visitor.page.getByRole('table').getByRole('link').first().click();
    visitor.clicks += 1;
    await visitor.see('Edit');
    await visitor.page.getByText('Edit', { exact: true }).click();
    await visitor.choose(/^status/, 'FAILED');
    await visitor.click('button', 'Save');
    await visitor.see(/^Saved /);
    await visitor.click('button', 'Undo');
    await visitor.see(/^Restored the state/);
  },

  async 'make every third call of an operation fail'(visitor) {
    await visitor.open('Faults');
    await visitor.click('button', 'Every third request fails');
    await visitor.fill('Path (optional)', '/io/health_check');
    await visitor.click('button', 'Add rule');
    await visitor.see('every 3rd');
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) statuses.push((await fetch(`${visitor.url}/io/health_check`)).status);
    visitor.expect(String(statuses) === '200,200,503,200,200,503', `every third call to fail, not ${statuses}`);
  },

  async 'lose all webhooks'(visitor) {
    await visitor.open('Faults');
    await visitor.click('button', 'Lose all webhooks');
    await visitor.see('Webhooks are lost');
    await visitor.send('POST clock/advance', { by: 'PT6S' });
    const { deliveries } = await visitor.ask<{ deliveries: { state: string }[] }>('deliveries');
    visitor.expect(deliveries.at(-1)?.state !== 'delivered', 'the webhook of the training to be lost');
  },

  async 'run all scenarios of a tag'(visitor) {
    await visitor.open('APIs & tests');
    await visitor.choose('API', 'inventory');
    await visitor.choose('Tag', 'Feedback');
    await visitor.click('button', 'Run all');
    await visitor.seeStatus(/^[1-9]\d* passed, \d+ failed$/);
    await visitor.page.locator('.square.passed').first().waitFor();
  },

  async 'see which records a request changed'(visitor) {
    await visitor.open('Traffic');
    await visitor.click('link', trained);
    await visitor.unfold('Changed records');
    await visitor.see(/^added/);
  },

  async 'share an exchange by a link'(visitor) {
    await visitor.open('Traffic');
    await visitor.click('link', trained);
    await visitor.click('button', 'Copy link');
    const colleague = await visitor.page.context().newPage();
    await colleague.goto(await visitor.clipboard());
    await visitor.see('oat-drink', colleague);
  },

  async 'find the request that mentions a value in its body'(visitor) {
    await visitor.open('Traffic');
    await visitor.fill('Search', '"datasetid":"oat-drink"');
    await visitor.seeStatus(/^1 of \d+$/);
    await visitor.click('link', trained);
    await visitor.see('"oat-drink"');
  },

  async 'send a request again with a fresh token'(visitor) {
    await visitor.open('Traffic');
    await visitor.click('link', trained);
    await visitor.click('button', 'Send again');
    await visitor.see('Sent again.');
    const { entries } = await visitor.ask<Journal>('journal?operationId=startTrainer&last=1');
    visitor.expect(entries[0]?.status === 202, 'the request to succeed again');
  },

  async 'go to the next event, and see what it set off'(visitor) {
    await visitor.open('Clock');
    await visitor.click('button', 'Next event');
    await visitor.see(/fired\./);
    await visitor.page.getByRole('region', { name: 'Advance' }).getByRole('listitem').first().waitFor();
  },

  async 'restore a snapshot, and undo that'(visitor) {
    await visitor.open('Sandboxes');
    await visitor.fill(`Snapshot name for ${visitor.sandbox}`, 'before');
    await visitor.click('button', 'Take a snapshot');
    await visitor.see('Saved snapshot before.');
    await visitor.send('POST clock/advance', { by: 'P1D' });
    await visitor.click('button', 'Restore before');
    await visitor.see(/^Restored /);
    await visitor.click('button', 'Undo restore');
    await visitor.see(/^Undone/);
    const { now } = await visitor.ask<{ now: string }>('clock');
    visitor.expect(now.startsWith('2026-01-16'), `the clock to be back a day later, not at ${now}`);
  },

  async 'paste a first command that works'(visitor) {
    await visitor.click('button', 'Copy command');
    const { code, said } = await runNode(['-c', await visitor.clipboard()], { command: 'sh' });
    visitor.expect(code === 0 && said.includes('"id":'), `the command to succeed, not ${code}: ${said}`);
  },

  async 'change a request and send it'(visitor) {
    await visitor.open('Traffic');
    await visitor.click('link', /POST \/io\/start_trainer.* 400/);
    await visitor.click('link', 'Edit and send');
    const body = await visitor.page.getByLabel('Body').inputValue();
    await visitor.fill('Body', body.replace(/"datasetId": 5/, '"datasetId": "cold-brew"'));
    await visitor.click('button', 'Send');
    await visitor.see('202');
  },

  async 'compare two exchanges'(visitor) {
    await visitor.open('Traffic');
    await visitor.click('link', trained);
    await visitor.click('link', 'Compare');
    await visitor.click('link', /POST \/io\/start_trainer.* 400/);
    await visitor.see('/request/body/parametersArray/0/datasetId');
  },

  async 'save a filter and use it again'(visitor) {
    await visitor.open('Traffic');
    await visitor.choose('Outcome', 'failed');
    await visitor.click('button', 'Save filter');
    await visitor.open('Clock');
    await visitor.open('Traffic');
    await visitor.click('link', 'failed');
    await visitor.seeStatus(/^\d+ of \d+$/);
  },

  async 'export the failed requests as HAR'(visitor) {
    await visitor.open('Traffic');
    await visitor.choose('Outcome', 'failed');
    const archive = JSON.parse(await visitor.download(() => visitor.click('button', 'Export as HAR')));
    visitor.expect(archive.log.entries.length === 2, `2 failed requests, not ${archive.log.entries.length}`);
  },

  async 'resend all failed webhooks'(visitor) {
    await visitor.send('PUT inbox/orders/answers', { answers: [{ status: 204 }] });
    await visitor.open('Webhooks');
    await visitor.click('button', 'Resend all failed');
    await visitor.see(/^Resent 1/);
  },

  async 'fork a sandbox, and compare it with its origin'(visitor) {
    await visitor.open('Sandboxes');
    await visitor.fill('Search sandboxes', visitor.sandbox);
    await visitor.click('button', `Fork ${visitor.sandbox}`);
    await visitor.see(`${visitor.sandbox}-fork`);
    await visitor.send('POST clock/advance', { by: 'PT10S' });
    await visitor.click('link', `Compare with ${visitor.sandbox}-fork`);
    await visitor.see(/changed .*jobs|added .*/);
  },

  async 'sort the invoices by amount, and save them as CSV'(visitor) {
    await visitor.open('Data');
    await visitor.click('link', new RegExp(`^invoices .*${company.slice(0, 8)}`));
    await visitor.unfold('Columns');
    await visitor.click('checkbox', 'facts.sum');
    await visitor.press('Escape');
    await visitor.click('button', 'facts.sum');
    await visitor.see('facts.sum ▴');
    const csv = await visitor.download(() => visitor.click('button', 'Save as CSV'));
    visitor.expect(csv.split('\n').length > 10, 'a line for each invoice');
  },
};
