// @module-tag slow
import { describe, expect, it } from 'vitest';
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

/** Finds visible text smaller than 13 pixels. */
const tooSmall = `[...document.querySelectorAll('body *')].filter((element) =>
  [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '') &&
  element.getClientRects().length > 0 && parseFloat(getComputedStyle(element).fontSize) < 13 &&
  parseFloat(getComputedStyle(element).fontSize) > 0
).map(({ innerText }) => 'small: ' + innerText)`;

describe.skipIf(process.platform !== 'linux').each([390, 768, 1440])('the console, %d pixels wide', (width) => {
  it('shows every button without scrolling sideways, and breaks no rule of accessibility', async () => {
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
    const [request] = await control.journal.list({ last: 1 });
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
      'learning/shop',
      'apis',
      'apis/inventory',
      'apis/inventory/startTrainer',
      'apis/inventory/startTrainer/try',
      `data/inventory/datasets?clientId=demo-client&tenantId=demo`,
      'traffic',
      'nowhere',
    ];
    const seen: unknown[] = [];
    for (const area of [...areas, `traffic/${request?.seq}`, `traffic/${request?.seq}/edit`]) {
      const page = await opened.view.show(area);
      await opened.view.hears('Live');
      await page.locator('main .loading').first().waitFor({ state: 'detached' });
      if (area === 'sandboxes')
        await page
          .getByRole('link', { name: /^of-a-pull/ })
          .first()
          .waitFor();
      await page.emulateMedia({ colorScheme: 'light' });
      const found = [await page.evaluate(beyondEdge), await page.evaluate(tooSmall), await opened.view.accessibility()];
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(await opened.view.accessibility(['color-contrast']));
      seen.push(...found.flat().map((what) => `${area}: ${what}`));
    }
    expect(seen).toEqual([]);
  });
});
