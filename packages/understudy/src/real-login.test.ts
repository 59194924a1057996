import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import type { RunningSimulators } from './start-simulators.js';
import { useBrowser } from './testing/use-browser.js';
import { useResources } from './testing/use-resources.js';

const { start, listen } = useResources();
const browser = useBrowser();
const at = '2026-01-15T09:00:00Z';
/**
 * Returns a single-page application that signs in, shows the user and the API's response, and renews its tokens in a
 * hidden frame.
 */
const page = (authority: string) => `<!doctype html><title>app</title><script src="/library.js"></script>
<button id="login">Log in</button><button id="logout">Log out</button><p id="user"></p><p id="renewed">0</p><p id="api"></p>
<script>
const store = new oidc.WebStorageStateStore({ store: localStorage });
const manager = new oidc.UserManager({ authority: '${authority}', client_id: 'demo-client', userStore: store,
  redirect_uri: location.origin + '/', silent_redirect_uri: location.origin + '/silent', scope: 'openid profile understudy-stage:io',
  post_logout_redirect_uri: location.origin + '/', automaticSilentRenew: true });
const show = async (user) => {
  document.querySelector('#user').textContent = user?.profile.name ?? 'nobody';
  if (!user) return;
  const headers = { authorization: 'Bearer ' + user.access_token, tenantId: 't1' };
  document.querySelector('#api').textContent = (await fetch('${authority}/io/data', { headers })).status;
};
document.querySelector('#login').onclick = () => manager.signinRedirect();
document.querySelector('#logout').onclick = () => manager.signoutRedirect();
manager.events.addSilentRenewError((error) => { document.querySelector('#renewed').textContent = String(error); });
if (location.pathname === '/silent') manager.signinSilentCallback();
else if (location.search.includes('code=')) manager.signinRedirectCallback().then((user) => { history.replaceState({}, '', '/'); return show(user); });
else manager.getUser().then(show);
manager.events.addUserLoaded((user) => { const box = document.querySelector('#renewed'); box.textContent = Number(box.textContent) + 1; show(user); });
</script>`;

let simulators: RunningSimulators;
let origin: string;

beforeEach(async () => {
  simulators = await start({ apis: ['inventory'], port: 0, clock: 'manual', at });
  const folder = join(createRequire(import.meta.url).resolve('oidc-client-ts/package.json'), '..');
  const library = await readFile(join(folder, 'dist/browser/oidc-client-ts.min.js'));
  const { url: authority } = simulators;
  origin = await listen(
    createServer(({ url }, response) => {
      response.setHeader('content-type', url === '/library.js' ? 'text/javascript' : 'text/html');
      response.end(url === '/library.js' ? library : page(authority));
    }),
  );
});

/** Opens the application in a browser that uses the sandbox's clock. */
async function open(state?: Awaited<ReturnType<BrowserContext['storageState']>>): Promise<Page> {
  const context = await browser().newContext(state === undefined ? {} : { storageState: state });
  const opened = await context.newPage();
  await opened.clock.install({ time: at });
  await opened.goto(origin);
  return opened;
}

it('oidc-client-ts signs in with two clicks, renews silently after an hour, and signs out', async () => {
  const opened = await open();
  await opened.getByRole('button', { name: 'Log in' }).click();
  await opened.getByRole('button', { name: 'Ada Lovelace' }).click();
  await expect.poll(() => opened.locator('#user').textContent()).toBe('Ada Lovelace');
  await expect.poll(() => opened.locator('#api').textContent()).toBe('200');
  const before = await opened.evaluate('JSON.stringify(localStorage)');

  await simulators.control.advance('PT59M30S');
  await opened.clock.runFor('59:30');
  await expect.poll(() => opened.locator('#renewed').textContent(), { timeout: 10_000 }).toBe('2');
  await simulators.control.advance('PT10M');
  expect(await opened.evaluate('JSON.stringify(localStorage)')).not.toBe(before);
  await opened.reload();
  await expect.poll(() => opened.locator('#api').textContent()).toBe('200');

  await opened.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => opened.locator('#user').textContent()).toBe('nobody');
  await opened.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => opened.title()).toBe('Sign in');
}, 60_000);

it('a later test reuses the stored state of the browser', { tags: 'slow' }, async () => {
  const first = await open();
  await first.getByRole('button', { name: 'Log in' }).click();
  await first.getByRole('button', { name: 'Grace Hopper' }).click();
  await expect.poll(() => first.locator('#user').textContent()).toBe('Grace Hopper');
  const second = await open(await first.context().storageState());
  await expect.poll(() => second.locator('#user').textContent()).toBe('Grace Hopper');
  await second.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => second.locator('#renewed').textContent()).toBe('1');
});
