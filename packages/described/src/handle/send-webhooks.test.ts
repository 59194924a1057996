import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type DescribeOptions, describeApi } from '../describe-api.js';
import { createSender, describedOrigin, serveDescribed } from '../testing/serve-described.js';

const orders = fileURLToPath(new URL('../testing/orders.yaml', import.meta.url));
const inbox = `${describedOrigin}/_sim/inbox/mine`;

async function start(options: DescribeOptions = {}) {
  const { api } = await describeApi(orders, options);
  const send = createSender(await serveDescribed(api));
  return async (call: string, body?: unknown, type = 'application/json') =>
    (await send(call, body, body === undefined ? {} : { 'content-type': type })).body;
}

it('sends a webhook with the described method, and with a body only if one is described', async () => {
  const send = await start();
  await send('PATCH /_sim/settings', { apis: { orders: { webhookUrl: inbox } } });
  await send('POST /orders', { item: 'Lamp', notify: inbox });
  await send('PATCH /orders/1', { item: 'Chair' }, 'application/merge-patch+json');
  await send('DELETE /orders/1');
  const seen = [
    ['PUT', { id: 1, item: 'Lamp' }],
    ['PATCH', { id: 1, item: 'Chair' }],
    ['DELETE', null],
  ];
  const { messages } = await send('GET /_sim/inbox/mine/messages');
  expect(messages).toMatchObject(seen.map(([method, body]) => ({ method, body })));
  expect(messages.map(({ text }: { text: string }) => text === '')).toEqual([false, false, true]);
  const { entries } = await send('GET /_sim/journal?type=delivery');
  expect(entries).toMatchObject(seen.map(([method, body]) => ({ method, request: { body } })));
  const { deliveries } = await send('GET /_sim/deliveries');
  expect(deliveries).toMatchObject(seen.map(([method]) => ({ method, state: 'delivered' })));
  // A delivery is repeated unchanged, even after a snapshot.
  await send('PUT /_sim/snapshots/now');
  await send('POST /_sim/snapshots/now/restore');
  expect(await send('POST /_sim/deliveries/3/replay')).toMatchObject({ method: 'DELETE', state: 'delivered' });
});

const overlay = (model: object) => ({
  overlay: '1.0.0',
  info: { title: 'How orders are told of', version: '1' },
  actions: [{ target: '$', update: { 'x-understudy': { understudy: 1, ...model } } }],
});

it('delivers webhooks according to the policy of the API and of an operation', async () => {
  const said = overlay({
    webhooks: { attempts: 3, retryDelaysSeconds: [30] },
    operations: { createOrder: { webhooks: { attempts: 2, timeoutSeconds: 3, successStatuses: [204] } } },
  });
  const send = await start({ overlay: said });
  await send('PATCH /_sim/settings', { apis: { orders: { webhookUrl: inbox } } });
  await send('PUT /_sim/inbox/mine/answers', { answers: [{ status: 500 }] });
  await send('POST /orders', { notify: inbox });
  await send('PATCH /orders/1', { item: 'Chair' }, 'application/merge-patch+json');
  await send('POST /_sim/clock/advance', { by: 'PT2M' });
  const { deliveries } = await send('GET /_sim/deliveries');
  expect(deliveries).toMatchObject([
    { method: 'PUT', plan: { attempts: 2, retryDelaysSeconds: [30], timeoutSeconds: 3 }, attempts: [{}, {}] },
    { method: 'PATCH', plan: { attempts: 3, retryDelaysSeconds: [30], timeoutSeconds: 10 }, attempts: [{}, {}, {}] },
  ]);
  const { operations } = (await describeApi(orders, { overlay: said })).explanation;
  expect(operations.map(({ operationId, webhookPolicy }) => [operationId, webhookPolicy?.attempts])).toEqual([
    ['createOrder', 2],
    ['getOrder', undefined],
    ['deleteOrder', 3],
    ['changeOrder', 3],
  ]);
});

it.each([
  [{ attemps: 2 }, 'attemps'],
  [{ attempts: 0 }, '/operations/createOrder/webhooks/attempts'],
  [{ retryDelaysSeconds: [] }, '/operations/createOrder/webhooks/retryDelaysSeconds'],
  [{ timeoutSeconds: '5' }, '/operations/createOrder/webhooks/timeoutSeconds'],
  [{ successStatuses: [2] }, '/operations/createOrder/webhooks/successStatuses'],
  [3, '/operations/createOrder/webhooks'],
])('rejects the webhook policy %j and names the invalid property', async (policy, message) => {
  const wrong = overlay({ operations: { createOrder: { webhooks: policy } } });
  await expect(describeApi(orders, { overlay: wrong })).rejects.toThrow(message);
});

it.each([
  ['$', { key: 'id' }, 'x-understudy of the description: "key" is now resources.<resource>.key.member'],
  ['$.paths["/orders"].post', { does: 'answer' }, '"does" is now operations.createOrder: { read'],
  ['$.paths["/orders"].post', { cases: [] }, '"cases" is now responses.createOrder of the behavior model'],
  ['$.paths["/orders"]', { sead: 3 }, 'of /orders: there is no member "sead". Did you mean "seed"'],
  ['$.paths["/orders"].post', { understudy: 1 }, 'root of the description with understudy: 1'],
])('rejects x-understudy at %s with a hint: %j', async (target, said, message) => {
  const wrong = { overlay: '1.0.0', info: {}, actions: [{ target, update: { 'x-understudy': said } }] };
  await expect(describeApi(orders, { overlay: wrong })).rejects.toThrow(message);
});
