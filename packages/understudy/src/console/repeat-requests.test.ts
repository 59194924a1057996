import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { JournalEntry } from '@understudy/kernel';
import { describe, expect, it } from 'vitest';
import { call } from '../testing/call.js';
import { requestDemoToken } from '../testing/demo-token.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useConsole } from '../testing/use-console.js';

const opened = useConsole({ apis: ['inventory', shopDescriptionPath] });
const holdCopies = 'navigator.clipboard.writeText = async (text) => { window.copied = text; }';
const run = promisify(execFile);

/** Sends a request with a credential and opens it in the traffic. */
async function openRequest(line: string, headers: Record<string, string> = {}, body?: unknown) {
  const { journal } = opened.simulators.control;
  const after = (await journal.list({ last: 1 }))[0]?.seq ?? 0;
  const { status } = await call(opened.simulators, line, body, headers);
  const [method = '', path = ''] = line.split(' ');
  const entry = (await journal.list({ type: 'request', after })).find(
    (each) => each.method === method && each.url?.endsWith(path),
  );
  const page = await opened.view.show(`traffic/${entry?.seq}`);
  await page.evaluate(`window.copied = undefined; ${holdCopies}`);
  return { page, status, entry };
}

/** Returns the status of the next complete request of the same operation. */
async function nextStatus({ operationId = '', seq = 0 }: Partial<JournalEntry> = {}) {
  const { journal } = opened.simulators.control;
  const earlier = (await journal.list({ type: 'request' })).filter((each) => each.operationId === operationId);
  const count = earlier.filter((each) => each.seq <= seq).length + 1;
  return (await journal.wait({ type: 'request', operationId }, { count })).find((each) => each.seq > seq)?.status;
}

const bearer = async () => ({ authorization: `Bearer ${await requestDemoToken(opened.simulators)}`, tenantId: 'demo' });

/** A request with a secret for each way to sign in. */
const requests = [
  ['to an API served from a description', 'GET /products', async () => ({ 'x-key': 'a-secret-of-mine' }), undefined],
  ['to an API with access tokens', 'GET /io/data', bearer, undefined],
  [
    'for a token',
    'POST /connect/token',
    async () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
    'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io',
  ],
] as const;

describe.skipIf(process.platform !== 'linux').each(requests)('a request %s', (_, line, headers, body) => {
  it('is sent again with valid credentials', async () => {
    const { status, entry } = await openRequest(line, await headers(), body);
    await opened.view.press('Send again');
    await opened.view.hears('Sent again.');
    expect([status, await nextStatus(entry)]).toEqual([200, 200]);
  });

  it('is edited and sent', async () => {
    const { page, entry } = await openRequest(line, await headers(), body);
    await page.getByRole('link', { name: 'Edit and send' }).click();
    await opened.view.press(/^Send$/);
    await page.getByRole('link', { name: 'Edit and send' }).waitFor();
    expect(await nextStatus(entry)).toBe(200);
  });

  it('is copied as a curl command that works unchanged', async () => {
    const { page } = await openRequest(line, await headers(), body);
    await page.getByText('Copy as').click();
    await opened.view.press('curl');
    // A message of the copy before may still be shown.
    await expect.poll(() => page.evaluate('window.copied'), { timeout: 20_000 }).toMatch(/^curl /);
    const command = await page.evaluate<string>('window.copied');
    const { stdout } = await run('sh', ['-c', command.replace('curl ', "curl -s -o /dev/null -w '%{http_code}' ")]);
    expect([command.includes('[redacted]'), stdout]).toEqual([false, '200']);
  });

  it('is copied as a scenario that requests its own token', async () => {
    const { page } = await openRequest(line, await headers(), body);
    await page.getByText('Copy as').click();
    await opened.view.press(/^Scenario$/);
    await expect.poll(() => page.evaluate('window.copied'), { timeout: 20_000 }).toMatch(/^arazzo: /);
    const scenario = await page.evaluate<string>('window.copied');
    // Each value comes from a step of the scenario.
    const steps = [...scenario.matchAll(/stepId: (\S+)/g)].map(([, id]) => id);
    const used = [...scenario.matchAll(/\$steps\.([\w-]+)/g)].map(([, id]) => id);
    expect([steps.length > 0, used.filter((id) => !steps.includes(id)), scenario.includes('[redacted]')]).toEqual([
      true,
      [],
      false,
    ]);
  });
});
