import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StartOptions } from './start-options.js';
import { type RunningSimulators, startSimulators } from './start-simulators.js';
import { openBrowser } from './testing/open-browser.js';

let browser: Browser | undefined;
let pages: Server;
/** Origin of a page that has nothing to do with the simulators. */
let foreign: string;
const open: RunningSimulators[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  pages = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>page</title>'),
  );
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  foreign = `http://page.example:${(pages.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  await browser?.close();
  pages.closeAllConnections();
  pages.close();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulators) => simulators.close()));
});

/** A server that holds a sandbox and a message, and a page of another origin. */
async function setUp(options: StartOptions = {}): Promise<{ simulators: RunningSimulators; page: Page }> {
  if (browser === undefined) throw new Error('there is no browser');
  const simulators = await startSimulators({ apis: ['inventory'], port: 0, ...options });
  open.push(simulators);
  await simulators.control.sandboxes.create('kept');
  await fetch(`${simulators.url}/_sim/inbox/kept`, { method: 'POST', body: 'secret message' });
  const page = await browser.newPage();
  await page.goto(foreign);
  return { simulators, page };
}

/** What the server still holds: sandboxes besides the default one, and messages. */
async function heldBy({ control }: RunningSimulators): Promise<unknown> {
  const names = (await control.sandboxes.list()).map(({ name }) => name);
  return [names.filter((name) => name !== 'default'), (await control.inbox('kept').messages()).length];
}

/** What a call from a page comes to: the status and the text it can read, or the kind of failure. */
const call = (page: Page, url: string, init: RequestInit = {}): Promise<string> =>
  page.evaluate(
    async ([address, options]) => {
      try {
        const response = await fetch(address, options);
        return response.type === 'opaque' ? 'sent' : `${response.status} ${await response.text()}`;
      } catch (error) {
        return error instanceof Error ? error.name : 'failed';
      }
    },
    [url, init] as const,
  );

const json = { 'content-type': 'application/json' };
/** The ways of a page to reach the control plane. */
const attacks: readonly [string, RequestInit][] = [
  ['/_sim/journal', {}],
  ['/_sim/inbox/kept/messages', { mode: 'no-cors' }],
  ['/_sim/reset', { method: 'POST' }],
  ['/_sim/reset', { method: 'POST', mode: 'no-cors' }],
  [
    '/_sim/seed',
    { method: 'POST', mode: 'no-cors', body: '{"seed":"empty"}', headers: { 'content-type': 'text/plain' } },
  ],
  ['/_sim/reset', { method: 'POST', headers: json }],
  ['/_sim/reset', { method: 'POST', headers: { 'x-understudy': '1' } }],
  ['/_sim/sandboxes/kept', { method: 'DELETE' }],
];

describe.skipIf(process.platform !== 'linux')('pages of other origins, in Chromium', () => {
  it('read nothing and change nothing of the control plane, but call the simulated APIs', async () => {
    const { simulators, page } = await setUp();
    for (const [path, init] of attacks) {
      const seen = await call(page, simulators.url + path, init);
      expect([path, seen]).toEqual([path, init.mode === 'no-cors' ? 'sent' : 'TypeError']);
    }
    await page.setContent(`<form method="post" enctype="text/plain" action="${simulators.url}/_sim/reset"></form>`);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/_sim/reset')),
      // Until the page has come, it would get in the way of the next one.
      page.waitForURL('**/_sim/reset'),
      page.evaluate('document.forms[0].submit()'),
    ]);
    expect(answer.status()).toBe(403);
    await page.goto(foreign);
    expect(await heldBy(simulators)).toEqual([['kept'], 1]);
    expect(await call(page, `${simulators.url}/io/health_check`)).toMatch(/^200 /);
  });

  it('do all that where their origin was allowed: the attacks are real', async () => {
    const { simulators, page } = await setUp({ allowedOrigins: [foreign] });
    expect(await call(page, `${simulators.url}/_sim/inbox/kept/messages`)).toContain('secret message');
    expect(await call(page, `${simulators.url}/_sim/sandboxes/kept`, { method: 'DELETE' })).toMatch(/^204/);
    expect(await call(page, `${simulators.url}/_sim/reset`, { method: 'POST', headers: json })).toMatch(/^200/);
    expect(await heldBy(simulators)).toEqual([[], 0]);
  });

  it('are not let in by a name that was made to lead here', async () => {
    const { simulators, page } = await setUp();
    const rebound = `http://rebound.example:${new URL(simulators.url).port}`;
    // What the browser takes for the page's own origin needs no permission of the server's.
    await page.goto(`${rebound}/io/health_check`);
    for (const [path, init] of attacks.filter(([, { mode }]) => mode !== 'no-cors')) {
      expect([path, (await call(page, rebound + path, init)).slice(0, 3)]).toEqual([path, '403']);
    }
    expect(await heldBy(simulators)).toEqual([['kept'], 1]);
  });

  it('do not become pages of the server by what it answers them, whatever a rule makes of it', async () => {
    const { simulators, page } = await setUp({ apis: ['inventory', 'einvoicing'] });
    await simulators.control.faults.set([{ effect: { headers: { 'content-type': 'text/html' } } }]);
    const script = `<script>fetch('/_sim/sandboxes/kept',{method:'DELETE'}).catch(() => 0).then(() => document.title='ran')</script>`;
    await page.setContent(
      `<form method="post" action="${simulators.url}/oauth2/token"><input name="grant_type"></form>`,
    );
    await page.fill('input', script);
    await Promise.all([page.waitForURL('**/oauth2/token'), page.evaluate('document.forms[0].submit()')]);
    await page.waitForFunction(`document.title === 'ran'`);
    expect(await heldBy(simulators)).toEqual([['kept'], 1]);
  });

  it('cannot read the simulated APIs either where CORS is off or for somebody else', async () => {
    for (const cors of ['off', ['http://front.example']] as const) {
      const { simulators, page } = await setUp({ cors });
      expect(await call(page, `${simulators.url}/io/health_check`)).toBe('TypeError');
    }
    const { simulators, page } = await setUp({ cors: [foreign] });
    expect(await call(page, `${simulators.url}/io/health_check`)).toMatch(/^200 /);
  });
});
