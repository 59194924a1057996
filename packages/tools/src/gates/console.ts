// Measures what an open console costs with a full journal and 200 requests a second: the page's processor time per
// frame and its memory, the server's processor time per request with and without the page, and the size of the first
// load. With --planted the page is slow, keeps everything and receives every entry; each figure must show that.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openBrowser } from '@understudy/console/testing';
import { startSimulators } from 'api-understudy';
import type { CDPSession, Page } from 'playwright-core';
import { root } from '../steps.mjs';

const isPlanted = process.argv.includes('--planted');
const bars = { frameMs: 16, heapMb: 150, serverRatio: 1.1, firstLoadKb: 110 };
const [journal, perSecond, rounds, perRound] = [5000, 200, 5, 20_000];

const plantedFault = `
  window.kept = Array.from({ length: 25 }, (_, index) => new Array(1_000_000).fill(index + 0.5));
  const busy = () => {
    const until = performance.now() + 80;
    while (performance.now() < until);
    requestAnimationFrame(busy);
  };
  requestAnimationFrame(busy);
  for (let index = 0; index < 4; index += 1) fetch('/_sim/events').then((response) => response.text());
`;

const simulators = await startSimulators({ apis: ['inventory'], port: 0 });
const browser = await openBrowser();
if (browser === undefined) throw new Error('No browser is installed');
const address = `${simulators.url}/io/health_check`;
const get = async (count: number) => {
  for (let index = 0; index < count; index += 1) {
    await (await simulators.fetch(address)).arrayBuffer();
    // Lets journal listeners run after each request, as they do behind a port.
    await new Promise((resolve) => setImmediate(resolve));
  }
};
await get(journal);

const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-US' });
if (isPlanted) await page.addInitScript(plantedFault);
const open = async () => {
  await page.goto(`${simulators.url}/_sim/ui/#/traffic`);
  await page
    .getByRole('status')
    .filter({ hasText: /^\d{4} entries$/ })
    .waitFor();
};
await open();
const figures = { ...(await scrolling(page)), serverRatio: await ratio(), firstLoadKb: firstLoad() };
await browser.close();
await simulators.close();

for (const [name, bar] of Object.entries(bars)) {
  const value = figures[name as keyof typeof bars];
  console.log(`${value <= bar ? 'ok ' : 'BAD'} ${name.padEnd(12)} ${value.toFixed(2).padStart(8)}  at most ${bar}`);
  if (value > bar !== (isPlanted && name !== 'firstLoadKb')) process.exitCode = 1;
}

/** Processor time of the page's main thread a frame while it scrolls through everything, and its heap afterwards. */
async function scrolling(page: Page): Promise<{ frameMs: number; heapMb: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  let sending = true;
  const load = (async () => {
    while (sending) {
      await get(perSecond / 20);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const before = await metric(session, 'TaskDuration');
  const frames: number = await page.evaluate(`new Promise((resolve) => {
    const list = document.querySelector('.virtual');
    let frames = 0;
    const step = () => {
      frames += 1;
      list.scrollTop = (frames % 2 === 0 ? 1 : 0.5) * (frames * 137 % list.scrollHeight);
      if (frames < 300) requestAnimationFrame(step); else resolve(frames);
    };
    requestAnimationFrame(step);
  })`);
  const after = await metric(session, 'TaskDuration');
  sending = false;
  await load;
  await session.send('HeapProfiler.collectGarbage');
  return { frameMs: ((after - before) * 1000) / frames, heapMb: (await metric(session, 'JSHeapUsedSize')) / 2 ** 20 };
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
}

/** Processor time of this process a request, with the page open against without: the median of alternating rounds. */
async function ratio(): Promise<number> {
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto('about:blank');
    const closed = await cost();
    await open();
    found.push((await cost()) / closed);
  }
  return found.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN;
}

async function cost(): Promise<number> {
  await get(perRound / 4);
  const before = process.cpuUsage();
  await get(perRound);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / perRound;
}

/** What the page loads before it shows its first area, compressed: index.html and all that it imports statically. */
function firstLoad(): number {
  const dist = join(root, 'packages', 'console', 'dist');
  const files = new Set(['index.html']);
  for (const file of files) {
    const text = readFileSync(join(dist, file), 'utf8');
    for (const [, name] of text.matchAll(/(?:\bfrom|\bimport|href=|src=)"(?:\.\/|assets\/)([\w-]+\.(?:js|css))"/g))
      files.add(join('assets', name ?? ''));
  }
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0) / 1000;
}
