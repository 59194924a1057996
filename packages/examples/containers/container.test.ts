import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startUnderstudy } from './start-understudy.ts';

let understudy: Awaited<ReturnType<typeof startUnderstudy>>;
before(async () => {
  understudy = await startUnderstudy(process.env['UNDERSTUDY_IMAGE'], 'inventory');
});
after(() => understudy?.stop());

test('a token is over after an hour of the clock that the test turns', async () => {
  const { url, token } = understudy;
  const form = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  const signIn = new URLSearchParams({ ...form, scope: 'understudy-stage:io' });
  const answer: unknown = await (await fetch(`${url}/connect/token`, { method: 'POST', body: signIn })).json();
  const headers = { authorization: `Bearer ${Object(answer)['access_token']}`, tenantId: 'demo' };
  assert.equal((await fetch(`${url}/io/data`, { headers })).status, 200);
  const turned = await fetch(`${url}/_sim/clock/advance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"by": "PT61M"}',
  });
  assert.equal(turned.status, 200);
  assert.equal((await fetch(`${url}/io/data`, { headers })).status, 403);
});
