import { describe, expect, it } from 'vitest';
import { useConsole } from '../testing/use-console.js';

const opened = useConsole({});

/** Buttons and links outside of their visible scroll area. */
const beyondEdge = `[...document.querySelectorAll('main button, main .buttons a')].filter((element) => {
  const { right, width } = element.getBoundingClientRect();
  for (let frame = element.parentElement; frame !== null && width > 0; frame = frame.parentElement) {
    if (getComputedStyle(frame).overflowX !== 'visible' && right > frame.getBoundingClientRect().right + 1) return true;
  }
  return false;
}).map(({ innerText }) => innerText)`;

describe.skipIf(process.platform !== 'linux').each([390, 768, 1024])('the console, %d pixels wide', (width) => {
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
      'apis',
      'traffic',
      'nowhere',
    ];
    const seen: unknown[] = [];
    for (const area of [...areas, `traffic/${request?.seq}`]) {
      const page = await opened.view.show(area);
      await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
      if (area === 'sandboxes')
        await page
          .getByRole('link', { name: /^of-a-pull/ })
          .first()
          .waitFor();
      const [hidden, broken] = [await page.evaluate(beyondEdge), await opened.view.accessibility()];
      seen.push(...[hidden, broken].flat().map((what) => `${area}: ${what}`));
    }
    expect(seen).toEqual([]);
  });
});
