import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnderstudyContainer } from 'api-understudy/testcontainers';

const image = process.env['UNDERSTUDY_IMAGE'] ?? 'understudy';
const file = (name: string) => new URL(name, import.meta.url).pathname;

test('a token expires after an hour in one sandbox', async (context) => {
  const understudy = await new UnderstudyContainer(image).withApi('inventory').start();
  context.after(() => understudy.stop());
  const { url, control } = await understudy.control.sandboxes.create('mine');
  const form = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  const body = new URLSearchParams({ ...form, scope: 'understudy-stage:io' });
  const answer: unknown = await (await fetch(`${url}/connect/token`, { method: 'POST', body })).json();
  const headers = { authorization: `Bearer ${Object(answer)['access_token']}`, tenantId: 'demo' };
  assert.equal((await fetch(`${url}/io/data`, { headers })).status, 200);
  await control.advance('PT61M');
  assert.equal((await fetch(`${url}/io/data`, { headers })).status, 403);
  assert.notEqual((await understudy.control.clock.get()).now, (await control.clock.get()).now);
});

test('a description and a seed file are copied into the container', async (context) => {
  const token = 'a-token-of-this-test';
  const understudy = await new UnderstudyContainer(image)
    .withDescription(file('orders.yaml'))
    .withSeedFile(file('seed.yaml'))
    .withOptions('--progression', 'polls:3')
    .withToken(token)
    .start();
  context.after(() => understudy.stop());
  assert.deepEqual(await (await fetch(`${understudy.url}/orders`)).json(), [{ id: 7, item: 'Lamp' }]);
  assert.equal((await understudy.control.settings.get()).progression, 'polls:3');
  const clock = `${understudy.url}/_sim/clock`;
  assert.equal((await fetch(clock)).status, 401);
  assert.equal((await fetch(clock, { headers: { authorization: `Bearer ${token}` } })).status, 200);
});

test('an invalid option makes the start fail with the server’s error message', async () => {
  await assert.rejects(new UnderstudyContainer(image).withSeed('nowhere').start(), /Unknown seed "nowhere"/);
});
