import { describe, expect, it } from 'vitest';
import { call } from '../testing/call.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useConsole } from '../testing/use-console.js';

const opened = useConsole({ apis: [shopDescriptionPath], settings: { apis: { shop: { security: 'off' } } } });

const ask = (line: string, body?: unknown) => call(opened.simulators, line, body);

async function openNewest() {
  const entries = await opened.simulators.control.journal.list({ type: 'request' });
  // The page itself sends requests to the control plane, which may still be in work.
  const entry = entries.findLast(({ api }) => api === 'shop');
  return await opened.view.show(`traffic/${entry?.seq}`);
}

describe.skipIf(process.platform !== 'linux')('the traffic and fault pages', () => {
  it('add a fault rule that repeats a recorded response for the next request', async () => {
    await ask('GET /products/4711');
    const page = await openNewest();
    await page.getByText('Next time').click();
    await opened.view.press('Answer like this');
    await page.getByRole('heading', { name: 'Faults' }).waitFor();
    await opened.view.press('Add rule');
    await page.getByRole('link', { name: '1 fault rule' }).waitFor();
    expect((await ask('GET /products')).status).toBe(200);
    expect((await ask('GET /products/1')).status).toBe(404);
    expect((await ask('GET /products/1')).status).toBe(200);
    expect(await opened.view.accessibility()).toEqual([]);
    await opened.simulators.control.faults.clear();
    await page.goto('about:blank');
  });

  it('edit a fault rule, and show the change in another tab', async () => {
    await opened.simulators.control.faults.set([{ match: { operationId: 'getProduct' }, effect: { status: 503 } }]);
    const page = await opened.view.show('faults');
    const [other] = await Promise.all([page.waitForEvent('popup'), page.evaluate('void open(location.href)')]);
    await other.getByText('returns 503').waitFor();
    await page.getByRole('button', { name: /^Edit / }).click();
    const editor = page.getByRole('textbox', { name: 'Rule as JSON' });
    const rule = JSON.parse(await editor.inputValue());
    await editor.fill(JSON.stringify({ ...rule, effect: { status: 429 } }));
    await opened.simulators.control.answer('GET /products/77', { status: 404 });
    await opened.view.press('Save rule');
    await other.getByText('returns 429').waitFor();
    expect((await ask('GET /products/1')).status).toBe(429);
    await opened.view.press('Switch off fault-1');
    await other.getByRole('button', { name: 'Switch on fault-1' }).waitFor();
    expect((await ask('GET /products/1')).status).toBe(200);
    await opened.view.press('Switch on fault-1');
    await other.getByRole('button', { name: 'Switch off fault-1' }).waitFor();
    expect((await ask('GET /products/1')).status).toBe(429);
    expect((await opened.simulators.control.faults.list()).map(({ seen }) => seen)).toEqual([0, 2]);
    await opened.simulators.control.faults.clear();
    await other.close();
  });

  it('keep the draft of a rule with a condition on records while other areas are open', async () => {
    const page = await opened.view.show('faults');
    const form = page.getByRole('form').or(page.locator('form')).filter({ hasText: 'Condition on records' });
    await form.getByLabel('API').selectOption('shop');
    await form.getByLabel('Condition on records (optional)').fill('path.productId == "2"');
    await opened.view.show('clock');
    await opened.view.show('faults');
    expect(await form.getByLabel('Condition on records (optional)').inputValue()).toBe('path.productId == "2"');
    await opened.view.press('Add rule');
    await page.getByText('if path.productId == "2"').waitFor();
    await opened.simulators.control.faults.clear();
  });

  it('link a request to the model statements that explain its response', async () => {
    await ask('GET /products/1');
    const page = await openNewest();
    await page.getByRole('link', { name: 'Why this behavior' }).click();
    await page.getByRole('listitem', { name: '/operations/getProduct' }).waitFor();
  });
});

describe.skipIf(process.platform !== 'linux')('the usage page of an API', () => {
  it('shows calls, failures, operations that were never called and parameters never sent', async () => {
    await ask('GET /products/1');
    await ask('GET /products/4711');
    const page = await opened.view.show('apis/shop');
    const usage = page.getByRole('region', { name: 'Usage' });
    await usage
      .getByRole('row', { name: /getProduct/ })
      .getByText(/^\d+, \d+ failed, last at/)
      .waitFor();
    await usage
      .getByRole('row', { name: /deleteProduct/ })
      .getByText('never called')
      .waitFor();
    await usage
      .getByRole('row', { name: /listProducts/ })
      .getByText(/parameter .*colour/)
      .waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await usage.isVisible()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 860 });
    expect(await opened.view.accessibility()).toEqual([]);
  });
});
