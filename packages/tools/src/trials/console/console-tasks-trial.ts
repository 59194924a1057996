// Tasks of a developer at the console, each in a sandbox of its own from the first screen on, with clicks, keys and
// seconds. Tasks by keyboard fail at the first click.
import { openBrowser } from '@understudy/console/testing';
import { startSimulators } from 'api-understudy';
import { GateFailed } from '../../gate.ts';
import { keyboardTasks } from './keyboard-tasks.ts';
import { tasks } from './tasks.ts';
import { tellStory } from './tell-story.ts';
import { Visitor } from './visitor.ts';

/** Seconds that a task may take. */
const most = 15;

/** @param only parts of names @returns the result as a sentence @throws GateFailed */
export async function consoleTasksTrial({ only }: { readonly only: readonly string[] }): Promise<string> {
  const simulators = await startSimulators({
    port: 0,
    seed: 'demo',
    progression: 'after:PT5S',
    // A defect, so that a scenario fails.
    change: (simulator) =>
      simulator.name === 'inventory'
        ? {
            ...simulator,
            operations: {
              ...simulator.operations,
              checkHealth: async () => ({ status: 200, body: { message: 'not as documented' } }),
            },
          }
        : simulator,
  });
  const browser = await openBrowser();
  if (browser === undefined) throw new GateFailed('No browser is installed');
  const rows: string[] = [];
  let failed = 0;
  try {
    for (const [index, [name, run]] of Object.entries({ ...tasks, ...keyboardTasks }).entries()) {
      if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
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
      const problem = await run(visitor).then(
        () => (name in keyboardTasks && visitor.clicks > 0 ? 'needed a click' : undefined),
        (error: unknown) => (error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)),
      );
      const seconds = (performance.now() - started) / 1000;
      if (problem !== undefined) failed += 1;
      const effort = `${visitor.clicks} clicks ${String(visitor.keys).padStart(3)} keys ${seconds.toFixed(1)} s`;
      rows.push(`${problem === undefined ? 'ok ' : 'BAD'} ${name.padEnd(60)} ${effort} ${problem ?? ''}`);
      console.log(rows.at(-1));
      await context.close();
    }
  } finally {
    await browser.close();
    await simulators.close();
  }
  if (failed > 0) throw new GateFailed(`${failed} of ${rows.length} tasks failed`);
  return `${rows.length} tasks done`;
}
