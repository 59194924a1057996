import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StartOptions } from './start-options.js';
import type { RunningSimulators } from './start-simulators.js';
import { useBrowser } from './testing/use-browser.js';
import { useResources } from './testing/use-resources.js';

const { start, listen } = useResources();
const browser = useBrowser();

let local: string;
/** Origin of an unrelated page. */
let foreign: string;

beforeAll(async () => {
  const pages = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>page</title>'),
  );
  local = await listen(pages);
  foreign = local.replace('127.0.0.1', 'page.example');
});

/** Starts a server with a sandbox and a message, and opens an unrelated page. */
async function setUp(options: StartOptions = {}): Promise<{ simulators: RunningSimulators; page: Page }> {
  const simulators = await start({ apis: ['inventory'], port: 0, ...options });
  await simulators.control.sandboxes.create('kept');
  await fetch(`${simulators.controlUrl}/_sim/inbox/kept`, { method: 'POST', body: 'secret message' });
  const page = await browser().newPage();
  await page.goto(foreign);
  return { simulators, page };
}

/** Lists the sandboxes and messages that still exist. */
async function heldBy({ control }: RunningSimulators): Promise<unknown> {
  const names = (await control.sandboxes.list()).map(({ name }) => name);
  return [names.filter((name) => name !== 'default'), (await control.inbox('kept').messages()).length];
}

/** Returns the status and text that a page can read, or the error name. */
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
/** Ways for a page to call the control plane. */
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

describe.skipIf(process.platform !== 'linux')('pages from other origins, in Chromium', () => {
  it('cannot read or change the control plane, but can call the simulated APIs', async () => {
    const { simulators, page } = await setUp();
    for (const [path, init] of attacks) {
      const seen = await call(page, simulators.url + path, init);
      expect([path, seen]).toEqual([path, init.mode === 'no-cors' ? 'sent' : 'TypeError']);
    }
    await page.setContent(`<form method="post" enctype="text/plain" action="${simulators.url}/_sim/reset"></form>`);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/_sim/reset')),
      // Wait for the page, so that it cannot interfere with the next one.
      page.waitForURL('**/_sim/reset'),
      page.evaluate('document.forms[0].submit()'),
    ]);
    expect(answer.status()).toBe(403);
    await page.goto(foreign);
    expect(await heldBy(simulators)).toEqual([['kept'], 1]);
    expect(await call(page, `${simulators.url}/io/health_check`)).toMatch(/^200 /);
  });

  it('can read and change the control plane from an allowed origin', async () => {
    const { simulators, page } = await setUp({ allowedOrigins: [foreign] });
    expect(await call(page, `${simulators.url}/_sim/inbox/kept/messages`)).toContain('secret message');
    expect(await call(page, `${simulators.url}/_sim/sandboxes/kept`, { method: 'DELETE' })).toMatch(/^204/);
    expect(await call(page, `${simulators.url}/_sim/reset`, { method: 'POST', headers: json })).toMatch(/^200/);
    expect(await heldBy(simulators)).toEqual([[], 0]);
  });

  it('cannot reach the server by DNS rebinding', async () => {
    const { simulators, page } = await setUp();
    const rebound = `http://rebound.example:${new URL(simulators.url).port}`;
    // The browser applies no CORS to the page's own origin.
    await page.goto(`${rebound}/_sim`);
    for (const [path, init] of attacks.filter(([, { mode }]) => mode !== 'no-cors')) {
      expect([path, (await call(page, rebound + path, init)).slice(0, 3)]).toEqual([path, '403']);
    }
    expect(await heldBy(simulators)).toEqual([['kept'], 1]);
  });

  it('cannot run scripts in the server’s origin through its responses, even with fault rules', async () => {
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

  it('served through a proxy work, but cannot call the control plane of the proxy', async () => {
    const upstream = {
      ...{
        target: local,
        copiedBytes: 0,
        refusal: () => undefined,
        simulates: () => false,
        onExchange: () => undefined,
      },
    };
    const { simulators, page } = await setUp({ upstream });
    const { url, controlUrl } = simulators;
    await page.goto(`${url}/page`);
    for (const [path, init] of attacks) {
      const isBlind = init.mode === 'no-cors';
      const seen = [await call(page, url + path, init), await call(page, controlUrl + path, init)];
      expect([path, seen[0]?.slice(0, 3), seen[1]]).toEqual([path, '404', isBlind ? 'sent' : 'TypeError']);
    }
    await page.goto(`${url}/page`);
    for (const path of ['/_sim/ui/', '/~kept/_sim/journal', '/_sim/~kept/journal', '//_sim/journal', '/./_sim/journal'])
      expect([path, await call(page, url + path)]).not.toEqual([
        path,
        expect.stringMatching(/entries|<script|Understudy/),
      ]);
    const frame = `new Promise((shown) => { const frame = Object.assign(document.createElement('iframe'), { src: '${controlUrl}/_sim/ui/' }); frame.onload = () => shown(frame.contentDocument === null); document.body.append(frame); })`;
    expect(await page.evaluate(frame)).toBe(true);
    expect(await heldBy(simulators)).toEqual([['kept'], 1]);
    expect(await page.evaluate(`document.cookie = 'own=1'; document.cookie + origin`)).toBe(`own=1${url}`);
    expect(await call(page, '/page')).toMatch(/^200 <title>/);
    await page.goto(`${controlUrl}/_sim/ui/`);
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  });

  it('cannot get the operator’s credentials through a response that a team token changed', async () => {
    const { simulators, page } = await setUp({
      controlToken: 'of-the-operator',
      controlTokens: [{ name: 'team', value: 'team-0123456789abcdef', scope: 'own sandboxes' }],
    });
    const { url } = simulators;
    await page.goto(`${url}/_sim/ui/`);
    await page.getByLabel('Control token').fill('of-the-operator');
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const asTeam = async (path: string, body: unknown) =>
      (
        await fetch(url + path, {
          method: 'POST',
          headers: { ...json, authorization: 'Bearer team-0123456789abcdef' },
          body: JSON.stringify(body),
        })
      ).status;
    expect(await asTeam('/_sim/sandboxes', { name: 'teams' })).toBe(201);
    const ways = [
      ['application/json;, text/html', 400],
      ['application/json, text/html', 400],
      ['text/html; charset=utf-8', 200],
    ] as const;
    for (const [type, status] of ways) {
      const seen = await asTeam('/~teams/_sim/faults', { effect: { headers: { 'Content-Type': type } } });
      expect([type, seen]).toEqual([type, status]);
    }
    const cookie = { effect: { headers: { 'Set-Cookie': '=understudy-4010=x; Path=/_sim' } } };
    expect(await asTeam('/~teams/_sim/faults', cookie)).toBe(400);
    await page.goto(foreign);
    // Reads the storage of the origin and calls the control plane as the operator. Spaces would split the scope.
    const script = `<script>
      const read = (get) => { try { return String(get()) } catch { return 'closed' } };
      const call = { method: 'DELETE', headers: { 'x-understudy': 'console' }, credentials: 'include' };
      fetch('/_sim/sandboxes/kept', call).then(({ status }) => status, () => 'refused').then((status) => {
        const stored = [() => Object.values(sessionStorage), () => Object.values(localStorage), () => document.cookie];
        document.title = ['ran', self.origin, ...stored.map(read), status].join();
      });
    </script>`.replaceAll(/\s+/g, '/**/');
    const form = {
      grant_type: 'client_credentials',
      client_id: 'demo-client',
      client_secret: 'demo-secret',
      scope: '',
    };
    const inputs = Object.entries(form).map(([name, value]) => `<input name="${name}" value="${value}">`);
    await page.setContent(`<form method="post" action="${url}/~teams/connect/token">${inputs.join('')}</form>`);
    await page.fill('[name=scope]', script);
    await Promise.all([page.waitForURL('**/connect/token'), page.evaluate('document.forms[0].submit()')]);
    await page.waitForFunction(`document.title.startsWith('ran')`);
    expect(await page.title()).toBe('ran,null,closed,closed,closed,refused');
    expect(await heldBy(simulators)).toEqual([['kept', 'teams'], 1]);
  });

  it('cannot use the console’s cookie, even from another port of the same host', async () => {
    const { simulators, page } = await setUp({ controlToken: 'of-the-operator' });
    const { url } = simulators;
    const signIn = { method: 'POST', headers: { authorization: 'Bearer of-the-operator' } };
    const [cookie = ''] = (await fetch(`${url}/_sim/session`, signIn)).headers.getSetCookie();
    expect(cookie).toMatch(/^understudy-\d+=[\w-]{43}; Path=\/_sim; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain('of-the-operator');
    const [pair = ''] = cookie.split(';');
    const [name = '', value = ''] = pair.split('=');
    await page.context().addCookies([{ name, value, domain: '127.0.0.1', path: '/_sim', sameSite: 'Strict' }]);
    // Another port is the same site, so the browser sends the cookie.
    await page.goto(local);
    for (const [path, init] of [...attacks, ['/_sim/inbox/kept', { mode: 'no-cors' }] as const]) {
      const seen = await call(page, url + path, { ...init, credentials: 'include' });
      expect([path, seen]).toEqual([path, init.mode === 'no-cors' ? 'sent' : 'TypeError']);
    }
    const held = await simulators.control.inbox('kept').messages();
    expect([await heldBy(simulators), JSON.stringify(held)]).toEqual([
      [['kept'], 2],
      expect.not.stringContaining(value),
    ]);
    // Only requests from the server's own page are accepted.
    const ask = (headers: Record<string, string>) =>
      fetch(`${url}/_sim/reset`, { method: 'POST', headers: { ...json, cookie: pair, ...headers } });
    const own = { 'x-understudy': 'console', 'sec-fetch-site': 'same-origin' };
    for (const [headers, status] of [
      [own, 200],
      [{ 'sec-fetch-site': 'same-origin' }, 401],
      [{ ...own, 'sec-fetch-site': 'same-site' }, 401],
      [{ ...own, cookie: `${name}=of-the-operator` }, 401],
    ] as const) {
      expect([headers, (await ask(headers)).status]).toEqual([headers, status]);
    }
  });

  it('cannot read simulated APIs if CORS is off or allows another origin only', async () => {
    for (const cors of ['off', ['http://front.example']] as const) {
      const { simulators, page } = await setUp({ cors });
      expect(await call(page, `${simulators.url}/io/health_check`)).toBe('TypeError');
    }
    const { simulators, page } = await setUp({ cors: [foreign] });
    expect(await call(page, `${simulators.url}/io/health_check`)).toMatch(/^200 /);
  });
});
