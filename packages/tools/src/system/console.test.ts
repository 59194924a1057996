// Measures what an open console costs with a full journal and 200 requests a second: the page's processor time per
// frame and its memory, the server's processor time per request with and without the page, and the size of the first
// load.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openBrowser } from '@understudy/console/testing';
import { type RunningSimulators, startSimulators } from 'api-understudy';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { GateFailed } from '../gate.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';

const bars = { frameMs: 16, heapMb: 150, serverRatio: 1.1, firstLoadKb: 110 };
const [journal, perSecond, perRound] = [5000, 200, 20_000];

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

let simulators: RunningSimulators;
let browser: Browser | undefined;

beforeAll(async () => {
  simulators = await startSimulators({ apis: ['inventory'], port: 0 });
  browser = await openBrowser();
  await get(journal);
});

afterAll(async () => {
  await browser?.close();
  await simulators.close();
});

async function get(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await (await simulators.fetch(`${simulators.url}/io/health_check`)).arrayBuffer();
    // Lets journal listeners run after each request, as they do behind a port.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

prove('stays within its limits for frame time, memory and server load', { seconds: 600 }, async () => {
  const { exceeded, lines } = await measureConsole();
  if (exceeded.length > 0) throw new GateFailed(lines);
  return lines;
});

prove('detects a page with planted performance faults', { seconds: 600 }, async () => {
  // One round, because a processor that the page keeps busy makes each one slow.
  const { exceeded, lines } = await measureConsole(plantedFault, 1);
  if (exceeded.length < 3) throw new GateFailed(`Not noticed:\n${lines}`);
  return lines;
});

async function measureConsole(script = '', rounds = 5): Promise<{ exceeded: readonly string[]; lines: string }> {
  if (browser === undefined) throw new GateFailed('No browser is installed');
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-US' });
  await page.addInitScript(script);
  await open(page);
  const { frameMs, heapMb } = await scrolling(page);
  const figures = { frameMs, heapMb, serverRatio: await ratio(page, rounds), firstLoadKb: firstLoad() };
  await page.close();
  const rows = Object.entries(figures).map(([name, value]) => ({ name, value, bar: bars[name as keyof typeof bars] }));
  return {
    exceeded: rows.filter(({ value, bar }) => value > bar).map(({ name }) => name),
    lines: rows.map(({ name, value, bar }) => `${name} ${value.toFixed(2)}, at most ${bar}`).join('; '),
  };
}

async function open(page: Page): Promise<void> {
  await page.goto(`${simulators.url}/_sim/ui/#/traffic`);
  await page
    .getByRole('status')
    .filter({ hasText: /^\d{4} entries$/ })
    .waitFor();
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
async function ratio(page: Page, rounds: number): Promise<number> {
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto('about:blank');
    const closed = await cost();
    await open(page);
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
