// @module-tag slow
import { describe, expect, it } from 'vitest';
import { call } from '../testing/call.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useConsole } from '../testing/use-console.js';

const opened = useConsole({ apis: ['inventory', 'time', 'payroll', 'rostering', 'einvoicing', shopDescriptionPath] });

/** Finds buttons and links outside their visible scroll area. */
const beyondEdge = `[...document.querySelectorAll('main button, main .buttons a')].filter((element) => {
  const { right, width } = element.getBoundingClientRect();
  for (let frame = element.parentElement; frame !== null && width > 0; frame = frame.parentElement) {
    if (getComputedStyle(frame).overflowX !== 'visible' && right > frame.getBoundingClientRect().right + 1) return true;
  }
  return false;
}).map(({ innerText }) => innerText)`;

/** Finds parts of the header beyond the window. */
const beyondWindow = `[...document.querySelectorAll('.top *')].filter((element) =>
  element.getBoundingClientRect().width > 0 && element.getBoundingClientRect().right > innerWidth
).map(({ outerHTML }) => 'beyond: ' + outerHTML.slice(0, 80))`;

/** Finds visible text smaller than 13 pixels. */
const tooSmall = `[...document.querySelectorAll('body *')].filter((element) =>
  [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '') &&
  element.getClientRects().length > 0 && parseFloat(getComputedStyle(element).fontSize) < 13 &&
  parseFloat(getComputedStyle(element).fontSize) > 0
).map(({ innerText }) => 'small: ' + innerText)`;

/** Finds visible texts that lie over each other in the parts of a row. */
const overlapping = `[...document.querySelectorAll('.row, .tree-event')].flatMap((row) => {
  const boxes = [...row.children].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { part, left, right: getComputedStyle(part).overflow === 'hidden' ? Math.min(right, part.getBoundingClientRect().right) : right, top, bottom };
  }).filter(({ left, right }) => right > left);
  return boxes.flatMap((one, index) => boxes.slice(index + 1)
    .filter((other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 3 && other.top < one.bottom - 3)
    .map((other) => 'overlap: ' + one.part.textContent + ' | ' + other.part.textContent));
})`;

/** Opens all that is folded. */
const unfold = `for (const each of document.querySelectorAll('main details')) each.open = true`;

/** Opens what no address has: a form, a draft with its comparison, and dialogs. */
async function openAsked(area: string): Promise<void> {
  const { page } = opened.view;
  if (area === 'apis?palette') await page.keyboard.press('Control+k');
  if (area === 'apis?keys') await page.keyboard.press('?');
  if (area !== 'learning/shop') return;
  await opened.view.press('Correct resources/products/members/created_at');
  await page
    .getByLabel('Changed lines of the model (JSON)')
    .fill('{"operations": {"listProducts": {"needs": {"state": "false"}}}}');
  await opened.view.press('Compare responses');
  await page.getByText(/200 → 4/).click();
}

/** Collections whose records have views of their own, or are of a described API. */
const viewed = ['datasets', 'invoices', 'jobs', 'products', 'results'];

describe.skipIf(process.platform !== 'linux').each([390, 768, 1440])('the console, %d pixels wide', (width) => {
  it('shows every button without horizontal scrolling, and passes the accessibility rules', async () => {
    const { control, url } = opened.simulators;
    await control.sandboxes.create(`of-a-pull-request-with-a-long-name-${width}`);
    await control.faults.set([
      {
        match: { api: 'inventory', operationId: 'getInventoryClassificationResults', tenantId: 'demo' },
        effect: { status: 503, delay: { fixed: 'PT2S' } },
        times: 3,
      },
    ]);
    await fetch(`${url}/io/data`, { method: 'POST' });
    await fetch(`${url}/products`, { headers: { 'x-key': 'any' } });
    await control.inbox('in').answer([{ status: 503 }]);
    await control.snapshots.put('before');
    const [request] = await control.journal.list({ last: 2 });
    const { collections } = await call(opened.simulators, 'GET /_sim/records').then(({ body }) => body);
    const records = viewed.map((name) => {
      const { api, clientId, tenantId, firstKeys } = collections.find(
        (each: { collection: string; count: number }) => each.collection === name && each.count > 0,
      );
      const owner = clientId === undefined ? '' : `?${new URLSearchParams({ clientId, tenantId })}`;
      return `data/${api}/${name}/${encodeURIComponent(firstKeys[0])}${owner}`;
    });
    await opened.view.page.setViewportSize({ width, height: 860 });
    const areas = [
      'overview',
      'clock',
      'jobs',
      'webhooks/in',
      'data',
      'simulate',
      'faults',
      'sandboxes',
      'sandboxes/sandbox/default',
      'apis',
      'apis/inventory',
      'apis/inventory/startTrainer',
      'apis/inventory/startTrainer/try',
      'apis/identity/requestToken/token-form-accepted',
      'apis/shop',
      'apis/shop/getProduct',
      'simulate/identity/registerClient',
      'sandboxes/snapshot/before',
      ...records,
      `data/inventory/datasets?clientId=demo-client&tenantId=demo`,
      'traffic',
      'nowhere',
    ];
    const seen: unknown[] = [];
    const exchange = `traffic/${request?.seq}`;
    const pages = [...areas, exchange, `${exchange}/edit`, `${exchange}?compare=${Number(request?.seq) + 1}`];
    for (const area of [...pages, 'learning/shop', 'apis?palette', 'apis?keys']) {
      const page = await opened.view.show(area);
      await opened.view.hears('Live');
      await page.locator('main .loading').first().waitFor({ state: 'detached' });
      if (area === 'sandboxes')
        await page
          .getByRole('link', { name: /^of-a-pull/ })
          .first()
          .waitFor();
      // The fault rule is named at any width.
      const rules = await page.getByRole('banner').getByRole('link', { name: '1 fault rule' }).boundingBox();
      expect(rules?.width).toBeGreaterThan(50);
      await page.evaluate(unfold);
      await openAsked(area);
      await page.emulateMedia({ colorScheme: 'light' });
      const found = [
        await page.evaluate(beyondEdge),
        await page.evaluate(beyondWindow),
        await page.evaluate(tooSmall),
        await page.evaluate(overlapping),
        await opened.view.accessibility(),
      ];
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(await opened.view.accessibility(['color-contrast']));
      seen.push(...found.flat().map((what) => `${area}: ${what}`));
      await page.keyboard.press('Escape');
    }
    expect(seen).toEqual([]);
  });
});
