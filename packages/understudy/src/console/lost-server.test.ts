import { describe, expect, it } from 'vitest';
import { startSimulators } from '../start-simulators.js';
import { ConsolePage } from '../testing/console-page.js';
import { useBrowser } from '../testing/use-browser.js';
import { useResources } from '../testing/use-resources.js';

const browser = useBrowser();
const { start } = useResources();

describe.skipIf(process.platform !== 'linux')('an open console page', () => {
  it('reports that its sandbox was deleted, and recreates it only on request', async () => {
    const { url, control } = await start({ port: 0, apis: ['inventory'] });
    await control.sandboxes.create('b2');
    const view = await ConsolePage.open(browser(), url);
    await view.page.goto(`${url}/~b2/_sim/ui/#/traffic`);
    await view.hears('Live');
    await control.sandboxes.delete('b2');
    await view.page.getByRole('heading', { name: 'This sandbox was deleted' }).waitFor();
    const names = async () => (await control.sandboxes.list()).map(({ name }) => name);
    await view.page.evaluate('dispatchEvent(new Event("focus"))');
    expect(await names()).toEqual(['default']);
    await view.press('Create it again');
    await view.hears('Live');
    expect(await names()).toEqual(['default', 'b2']);
  });

  it('reports a lost connection and a restart, and reloads data that failed to load', async () => {
    const { url, close } = await startSimulators({ port: 0, apis: ['inventory'] });
    const view = await ConsolePage.open(browser(), url);
    await view.page.goto(`${url}/_sim/ui/#/faults`);
    await view.hears('Live');
    await close();
    await view.hears('Connection lost');
    await view.page.evaluate(`location.hash = '#/webhooks'`);
    await view.page.getByRole('alert').filter({ hasText: 'The server is not responding' }).first().waitFor();
    await start({ port: Number(new URL(url).port), apis: ['inventory'] });
    await view.hears('The server was restarted.');
    await view.hears('Live');
    await view.page
      .getByRole('alert')
      .filter({ hasText: 'The server is not responding' })
      .first()
      .waitFor({ state: 'detached' });
  });

  it('treats a silent event stream as broken', async () => {
    const { url } = await start({ port: 0, apis: ['inventory'] });
    const view = await ConsolePage.open(browser(), url);
    await view.page.clock.install();
    // The stream opens, and no byte follows.
    await view.page.addInitScript(`{
      const send = window.fetch;
      window.fetch = (target, init) => String(target).includes('/events')
        ? Promise.resolve(new Response(new ReadableStream({}), { headers: { 'content-type': 'text/event-stream' } }))
        : send(target, init);
    }`);
    await view.page.goto(`${url}/_sim/ui/#/traffic`);
    await view.hears('Live');
    await view.page.clock.runFor(13_000);
    await view.hears('Connection lost');
    expect(view.problems).toEqual([]);
  });
});
