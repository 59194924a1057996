import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../describe-api.js';
import { createSender, describedOrigin, serveDescribed } from '../testing/serve-described.js';

/** The reference implementation. */
const { Webhook }: { Webhook: new (secret: string) => { sign(id: string, at: Date, text: string): string } } =
  createRequire(import.meta.url)('standardwebhooks');

const hooks = fileURLToPath(new URL('../testing/hooks.yaml', import.meta.url));
const secret = `whsec_${Buffer.from('a secret of 32 bytes, or longer.').toString('base64')}`;
const older = `whsec_${Buffer.from('the secret before, also 32 bytes').toString('base64')}`;

interface Message {
  readonly text: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown>;
}

async function start(signature?: unknown) {
  const update = { 'x-understudy': { understudy: 1, webhooks: { signature } } };
  const overlay = { overlay: '1.0.0', info: { title: 'Signed', version: '1' }, actions: [{ target: '$', update }] };
  const { api } = await describeApi(hooks, signature === undefined ? {} : { overlay });
  const send = createSender(await serveDescribed(api));
  const subscribe = (name: string, more: object) =>
    send('POST /webhook_endpoints', { url: `${describedOrigin}/_sim/inbox/${name}`, ...more });
  const received = async (name: string): Promise<Message[]> =>
    (await send(`GET /_sim/inbox/${name}/messages`)).body.messages;
  return { send, subscribe, received };
}

describe('a subscription created through the API', () => {
  it('receives the events it lists until it is deleted or disabled', async () => {
    const { send, subscribe, received } = await start();
    const { body: all } = await subscribe('all', { enabled_events: ['*'] });
    await subscribe('gone', { enabled_events: ['parcel.deleted'] });
    await subscribe('off', { enabled_events: ['*'], status: 'disabled' });
    await send('POST /parcels', { to: 'Ann' });
    await send('DELETE /parcels/1');
    await send(`DELETE /webhook_endpoints/${all.id}`);
    await send('POST /parcels', { to: 'Bob' });
    const created = {
      id: expect.any(String),
      type: 'parcel.created',
      created: 1768467600,
      data: { object: { id: 1, to: 'Ann' } },
    };
    expect((await received('all')).map(({ body }) => body)).toEqual([
      created,
      { ...created, id: expect.any(String), type: 'parcel.deleted' },
    ]);
    expect((await received('gone')).map(({ body }) => body['type'])).toEqual(['parcel.deleted']);
    expect(await received('off')).toEqual([]);
  });

  it('signs each attempt with its own time according to Standard Webhooks', async () => {
    const { send, subscribe, received } = await start();
    await subscribe('signed', { enabled_events: ['parcel.created'], secret });
    await send('PUT /_sim/inbox/signed/answers', { answers: [{ status: 500 }] });
    await send('POST /parcels', { to: 'Ann' });
    await send('POST /_sim/clock/advance', { by: 'PT1M' });
    const [first, second] = await received('signed');
    expect([first, second].map((message) => message?.headers['webhook-timestamp'])).toEqual([
      '1768467600',
      '1768467610',
    ]);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    // The library compares with the clock of this machine, which is another one.
    const { text = '', headers = {} } = first ?? {};
    const time = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(headers['webhook-id'] ?? '', time, text));
  });

  it.each<[string, object, (text: string, time: string) => Record<string, string>]>([
    [
      'timestamped',
      { header: 'Own-Signature' },
      (text, time) => ({
        'own-signature': `t=${time},v1=${hex(secret, `${time}.${text}`)},v1=${hex(older, `${time}.${text}`)}`,
      }),
    ],
    [
      'versioned',
      { header: 'X-Own-Signature' },
      (text, time) => ({
        'x-own-request-timestamp': time,
        'x-own-signature': `v0=${hex(secret, `v0:${time}:${text}`)},v0=${hex(older, `v0:${time}:${text}`)}`,
      }),
    ],
    ['body', {}, (text) => ({ 'x-signature-256': `sha256=${hex(secret, text)},sha256=${hex(older, text)}` })],
  ])('uses signature scheme %s with both secrets while its secret is rotated', async (scheme, more, expected) => {
    const { send, subscribe, received } = await start({ scheme, secrets: [secret, older], ...more });
    await subscribe('signed', { enabled_events: ['*'] });
    await send('POST /parcels', { to: 'Ann' });
    const [message] = await received('signed');
    expect(message?.headers).toMatchObject(expected(message?.text ?? '', '1768467600'));
  });
});

function hex(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

it('a subscriber receives a triggered event with the newest record or the given data', async () => {
  const { send, subscribe, received } = await start();
  await subscribe('mine', { enabled_events: ['parcel.*'] });
  await send('POST /parcels', { to: 'Ann' });
  expect((await send('POST /_sim/apis/hooks/trigger', { event: 'parcel.lost' })).body).toEqual({
    event: 'parcel.lost',
    sent: 1,
  });
  await send('POST /_sim/apis/hooks/trigger', { event: 'parcel.found', data: { to: 'Bob' } });
  const objects = (await received('mine')).map(({ body }) => [body['type'], Object(body['data']).object.to]);
  expect(objects).toEqual([
    ['parcel.created', 'Ann'],
    ['parcel.lost', 'Ann'],
    ['parcel.found', 'Bob'],
  ]);
  const unknown = await send('POST /_sim/apis/hooks/trigger', { event: 'order.lost' });
  expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([
    400,
    expect.stringContaining('an event of a resource'),
  ]);
});
