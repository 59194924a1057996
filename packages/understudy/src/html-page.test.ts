import { renderReport } from '@understudy/conformance';
import { changeErrorResult, changeResponseAt, combineChanges, removedMarker } from '@understudy/kernel/deviations';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runDeviating } from './testing/run-deviating.js';
import { useBrowser } from './testing/use-browser.js';
import { useResources } from './testing/use-resources.js';

const { fileWith } = useResources();
const browser = useBrowser();

const change = combineChanges(
  changeErrorResult('getDatasetSummary', (refusal) => ({ ...refusal, status: 404 })),
  changeResponseAt('startInventoryClassification', 'jobId', () => removedMarker),
);
let address: string;

beforeAll(async () => {
  const claims = ['analysis.data.summary', 'inventory.classification.operation', 'analysis.error.codes-get-dataset'];
  const { workspace, result } = await runDeviating({ api: 'inventory', claims, change });
  // As large as a full run.
  const workflows = Array.from({ length: 600 }, (_, index) => result.workflows[index % result.workflows.length]);
  const made = {
    method: 'POST',
    url: 'https://stage.example/io/start',
    stepId: 'start',
    state: 'permanent' as const,
    why: 'no call takes it away',
  };
  const long = {
    ...result,
    workflows: workflows.flatMap((workflow) => workflow ?? []).map((workflow) => ({ ...workflow, resources: [made] })),
  };
  const [page] = renderReport('html', { ...workspace, result: long, root: process.cwd() });
  address = `file://${await fileWith('page.html', page?.text ?? '')}`;
}, 120_000);

async function open(width: number): Promise<Page> {
  const page = await browser().newPage({ viewport: { width, height: 900 } });
  await page.goto(address);
  return page;
}

/** Finds words that break in the middle, and the page's overflow in pixels. */
const broken = `(() => {
  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility()) continue;
    for (const { 0: word, index } of node.data.matchAll(/\\w{2,40}/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
      if (new Set(lines).size > 1) words.push(word + ' in ' + node.parentElement.outerHTML.slice(0, 400));
    }
  }
  return { words: words.slice(0, 9), tooWide: document.documentElement.scrollWidth - innerWidth };
})()`;

describe.skipIf(process.platform !== 'linux')('the HTML report of a run with 600 workflows, in Chromium', () => {
  it('opens in less than a second of CPU time', async () => {
    const page = await browser().newPage({ viewport: { width: 1280, height: 900 } });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(address);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
    expect(seconds).toBeGreaterThan(0.01);
    expect(seconds).toBeLessThan(1);
  });

  it('lists causes first, then workflows, coverage, claims and gaps, and created data last', async () => {
    const page = await open(1280);
    expect(await page.locator('main > section').evaluateAll((list) => list.map(({ id }) => id))).toEqual([
      'causes',
      'workflows',
      'coverage',
      'claims',
      'gaps',
      'made',
    ]);
    await page.evaluate(`document.querySelector('#workflow-list > .fold').open = true`);
    await page.locator('#workflow-list .fold [data-outcome]').first().waitFor({ state: 'attached' });
    const outcomes = await page
      .locator('#workflow-list [data-outcome]')
      .evaluateAll((list) => list.map((one) => one.getAttribute('data-outcome')));
    const failed = outcomes.filter((outcome) => outcome === 'failed').length;
    expect(failed).toBeGreaterThan(50);
    expect(new Set(outcomes.slice(0, failed))).toEqual(new Set(['failed']));
    // Long parts are collapsed.
    expect(await page.locator('details[open]:not(.cause, .fold)').count()).toBe(0);
    expect(await page.locator('details.cause[open]').count()).toBe(2);
  });

  it('shows every exchange of failed workflows, and supports search', async () => {
    const page = await open(1280);
    expect(await page.locator('#workflow-list pre.curl').count()).toBe(0);
    await page.locator('#workflow-list > div > .workflow > summary').first().click();
    await page.locator('#workflow-list > div > .workflow pre.curl').first().waitFor({ state: 'attached' });
    await page.locator('[data-filter=workflow-list] input').fill('passed token');
    const shown = page.locator('#workflow-list .fold .workflow:visible');
    await shown.first().waitFor();
    expect(await shown.count()).toBeGreaterThan(0);
    expect(await page.locator('#workflow-list .workflow:visible').count()).toBe(await shown.count());
    await page.locator('[data-filter=workflow-list] input').fill('no such thing');
    await page.locator('[data-filter=workflow-list] [data-count]', { hasText: /^0 of / }).waitFor();
    expect(await page.locator('#workflow-list .workflow:visible').count()).toBe(0);
  });

  it.each([400, 1280])(
    'splits no word and needs no horizontal scrolling at %i pixels',
    { tags: 'slow' },
    async (width) => {
      const page = await open(width);
      expect(await page.evaluate(broken)).toEqual({ words: [], tooWide: 0 });
      await page.evaluate(`(async () => {
      const some = ['.fold', '#workflow-list > div > .workflow:nth-child(-n+4)', '#operation-list details', '.cause details'];
      for (const selector of [...some, '.step']) {
        for (const one of document.querySelectorAll(selector)) one.open = true;
        await new Promise((done) => setTimeout(done));
      }
    })()`);
      expect(await page.locator('pre.curl:visible').count()).toBeGreaterThan(4);
      expect(await page.evaluate(broken)).toEqual({ words: [], tooWide: 0 });
    },
  );
});
