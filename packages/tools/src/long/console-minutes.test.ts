// An open console while an API is used for long: ten minutes of 50 requests a second, 500 sandboxes, a body of 5 MB.
import { fileURLToPath } from 'node:url';
import { openBrowser } from '@understudy/console/testing';
import { type RunningSimulators, startSimulators } from 'api-understudy';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { GateFailed } from '../gate.ts';
import { prove } from '../testing/prove.ts';

const [perSecond, sandboxes, megabytes] = [50, 500, 5];
const minutes = Number(process.env['CONSOLE_MINUTES'] ?? 10);
const bars = { heapMb: 150, longestTaskMs: 500, openedSeconds: 5 };
const shop = fileURLToPath(new URL('../../../described/src/testing/shop.yaml', import.meta.url));

let simulators: RunningSimulators;
let browser: Browser | undefined;

beforeAll(async () => {
  simulators = await startSimulators({ apis: [shop], port: 0, settings: { apis: { shop: { security: 'off' } } } });
  browser = await openBrowser();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await simulators.close();
});

async function openPage(area: string): Promise<Page> {
  if (browser === undefined) throw new GateFailed('No browser is installed');
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-US' });
  await page.addInitScript(`window.longest = 0; new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'longtask', buffered: true });`);
  await page.goto(`${simulators.url}/_sim/ui/#/${area}`);
  return page;
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 2 ** 20;
}

prove(`follows ${minutes} minutes of ${perSecond} requests a second`, { seconds: minutes * 60 + 120 }, async () => {
  const page = await openPage('traffic');
  const end = performance.now() + minutes * 60_000;
  let sent = 0;
  while (performance.now() < end) {
    const next = performance.now() + 1000;
    for (let count = 0; count < perSecond; count += 1) {
      sent += 1;
      await (await simulators.fetch(`${simulators.url}/v1/products/${sent}`)).arrayBuffer();
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
  }
  await simulators.fetch(`${simulators.url}/v1/products/last-one`);
  await page.getByText('/products/last-one').first().waitFor({ timeout: 10_000 });
  const figures = { heapMb: await heapMb(page), longestTaskMs: Number(await page.evaluate('window.longest')) };
  await page.close();
  const said = `${sent} requests; heap ${figures.heapMb.toFixed(1)} MB, longest task ${Math.round(figures.longestTaskMs)} ms`;
  if (figures.heapMb > bars.heapMb || figures.longestTaskMs > bars.longestTaskMs) throw new GateFailed(said);
  return said;
});

prove(`opens a body of ${megabytes} MB and a list of ${sandboxes} sandboxes`, { seconds: 120 }, async () => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'x'.repeat(megabytes * 1_000_000) });
  const { status } = await simulators.fetch(`${simulators.url}/v1/products`, { method: 'POST', headers, body });
  const [entry] = await simulators.control.journal.list({ type: 'request', operationId: 'createProduct', last: 1 });
  let started = performance.now();
  const page = await openPage(`traffic/${entry?.seq}`);
  await page.getByText('xxxxxxxx').first().waitFor();
  const bodySeconds = (performance.now() - started) / 1000;
  for (let count = 0; count < sandboxes; count += 1) await simulators.control.sandboxes.create(`of-${count}`);
  started = performance.now();
  await page.goto('about:blank');
  await page.goto(`${simulators.url}/_sim/ui/#/sandboxes`);
  await page
    .getByRole('link', { name: /^of-\d+$/ })
    .first()
    .waitFor();
  const listSeconds = (performance.now() - started) / 1000;
  await page.close();
  const said = `body ${bodySeconds.toFixed(1)} s (status ${status}), sandboxes ${listSeconds.toFixed(1)} s`;
  if (Math.max(bodySeconds, listSeconds) > bars.openedSeconds) throw new GateFailed(said);
  return said;
});
