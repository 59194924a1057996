import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { call } from '../testing/call.js';
import { useConsole } from '../testing/use-console.js';

/** An API that is not built in. */
const notesFolder = fileURLToPath(new URL('../../../../fixtures/notes-api', import.meta.url));
const controlToken = 'let-me-in';

const opened = useConsole({ apis: ['identity', notesFolder], controlToken });

describe.skipIf(process.platform !== 'linux')('the console of a server with a control token', () => {
  it('asks for the token first, and again if it is wrong', async () => {
    const page = await opened.view.show('data/notes/notes?clientId=anonymous&tenantId=demo');
    const token = page.getByLabel('Control token');
    await token.fill('a guess');
    await opened.view.press('Open the console');
    await page.getByRole('alert').filter({ hasText: 'token is not valid' }).waitFor();
    expect(await opened.view.accessibility()).toEqual([]);
    await token.fill(controlToken);
    await opened.view.press('Open the console');
    await opened.view.hears('Live');
    // The browser logs every error response.
    for (const problem of opened.view.problems.splice(0)) expect(problem).toContain('status of 401');
  });

  it('shows the records of a custom API as a table', async () => {
    const { page } = opened.view;
    await call(opened.simulators, 'PUT /notes/errands', { text: 'Stamps' }, { tenantId: 'demo' });
    await opened.view.show('data');
    await page.getByRole('link', { name: /^notes demo 2$/ }).click();
    const row = page.getByRole('row', { name: /errands/ });
    await row.getByRole('cell', { name: 'Stamps' }).waitFor();
    await row.getByRole('link', { name: 'errands' }).click();
    await page.getByText('"Stamps"').waitFor();
  });

  it('runs a scenario, and shows every step, criterion, request and response', async () => {
    const { page } = opened.view;
    await opened.view.show('apis/identity/requestToken');
    await page.getByText(/^Called by \d+ scenario/).click();
    await page.getByRole('link', { name: 'token-form-accepted' }).click();
    await opened.view.press('Run here');
    await opened.view.hears(/^passed \d+ steps? in \d+ ms$/);
    const shown = page.getByRole('region', { name: 'token-form-accepted' });
    const step = shown.getByRole('listitem').filter({ hasText: 'POST /connect/token' }).first();
    await step.locator('summary').first().click();
    await step.getByText('$statusCode == 200').first().waitFor();
    await step.getByRole('region', { name: 'Response' }).getByText('"token_type"').waitFor();
    expect(await opened.view.accessibility()).toEqual([]);
    // The scenario ran in its own sandbox, which was deleted.
    expect(await opened.simulators.control.sandboxes.list()).toHaveLength(1);
    expect(await opened.simulators.control.journal.list({ operationId: 'requestToken' })).toEqual([]);
    expect(opened.view.problems).toEqual([]);
  });
});
