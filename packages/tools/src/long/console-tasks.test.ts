// Tasks of a developer at the console, each in a sandbox of its own from the first screen on, with clicks, keys and
// seconds. Tasks by keyboard fail at the first click.
import { fileURLToPath } from 'node:url';
import { openBrowser } from '@understudy/console/testing';
import { type RunningSimulators, startSimulators } from 'api-understudy';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { GateFailed } from '../gate.ts';
import { prove } from '../testing/prove.ts';
import { keyboardTasks } from './testing/keyboard-tasks.ts';
import { mostClicks, tasks } from './testing/tasks.ts';
import { tasksOfDescribedApis } from './testing/tasks-of-described-apis.ts';
import { tellStory } from './testing/tell-story.ts';
import { Visitor } from './testing/visitor.ts';

/** Own APIs beside the five. */
const described = ['shop', 'rental'].map((name) =>
  fileURLToPath(new URL(`../../../described/src/testing/${name}.yaml`, import.meta.url)),
);

/** Seconds that a task may take. */
const most = 15;

let simulators: RunningSimulators;
let browser: Browser | undefined;

beforeAll(async () => {
  // A defect, so that a scenario fails.
  const checkHealth = async () => ({ status: 200, body: { message: 'not as documented' } });
  simulators = await startSimulators({
    port: 0,
    seed: 'demo',
    apis: [...described, 'inventory', 'time', 'payroll', 'rostering', 'einvoicing'],
    settings: { apis: { shop: { security: 'off' } } },
    progression: 'after:PT5S',
    change: (simulator) =>
      simulator.name === 'inventory'
        ? { ...simulator, operations: { ...simulator.operations, checkHealth } }
        : simulator,
  });
  browser = await openBrowser();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await simulators.close();
});

for (const [index, [name, run]] of Object.entries({ ...tasks, ...tasksOfDescribedApis, ...keyboardTasks }).entries()) {
  prove(`lets a developer ${name}`, { seconds: 2 * most + 30 }, async () => {
    if (browser === undefined) throw new GateFailed('No browser is installed');
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(most * 1000);
    const sandbox = `task-${index + 1}`;
    await simulators.control.sandboxes.create(sandbox);
    const visitor = new Visitor(page, simulators, sandbox);
    await tellStory(visitor);
    await page.goto(`${visitor.url}/`);
    await visitor.seeStatus('Live');
    const started = performance.now();
    await run(visitor);
    const clicks = mostClicks[name] ?? 0;
    visitor.expect(visitor.clicks <= clicks, `at most ${clicks} clicks, not ${visitor.clicks}`);
    const seconds = (performance.now() - started) / 1000;
    await context.close();
    return `${visitor.clicks} clicks, ${visitor.keys} keys, ${seconds.toFixed(1)} s`;
  });
}
