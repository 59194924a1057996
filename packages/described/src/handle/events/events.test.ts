import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createSender, describedOrigin, describeText, serveDescribed } from '../../testing/serve-described.js';

const text = { type: 'string' };
const types = ['job.queued', 'job.cancelled', 'job.rank_changed', 'job.deleted', 'printer.paused'];

const job = {
  type: 'object',
  required: ['id', 'title', 'printer_id', 'status', 'rank'],
  properties: {
    id: text,
    title: text,
    printer_id: text,
    rank: { type: 'integer' },
    status: { type: 'string', enum: ['queued', 'printing', 'cancelled'] },
  },
};

const json = (schema: object) => ({ 'application/json': { schema } });
const ok = (schema: object, description = 'Done') => ({ description, content: json(schema) });
const withId = [{ name: 'id', in: 'path', required: true, schema: text }];

/** A print shop. @param told the schema of what it tells, and the sentence about its signature */
function shop(told: object, signature = '') {
  const hook = {
    type: 'object',
    required: ['id', 'url', 'events'],
    properties: { id: text, url: text, events: { type: 'array', items: { type: 'string', enum: types } } },
  };
  const input = {
    ...job,
    required: ['title', 'printer_id'],
    properties: { title: text, printer_id: text, rank: { type: 'integer' } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Print shop', version: '1', description: signature },
    paths: {
      '/jobs': {
        get: { operationId: 'listJobs', responses: { 200: ok({ type: 'array', items: job }) } },
        post: { operationId: 'addJob', requestBody: { content: json(input) }, responses: { 201: ok(job) } },
      },
      '/jobs/{id}': {
        parameters: withId,
        get: { operationId: 'getJob', responses: { 200: ok(job), 404: { description: 'None' } } },
        patch: {
          operationId: 'changeJob',
          requestBody: { content: json({ ...input, required: [] }) },
          responses: { 200: ok(job) },
        },
        delete: { operationId: 'deleteJob', responses: { 204: { description: 'Gone' } } },
      },
      '/jobs/{id}/cancel': {
        parameters: withId,
        post: { operationId: 'cancelJob', responses: { 200: ok(job, 'The job, now `cancelled`.') } },
      },
      '/hooks': {
        post: {
          operationId: 'addHook',
          requestBody: {
            content: json({
              ...hook,
              required: ['url', 'events'],
              properties: { ...hook.properties, secret: { ...text, writeOnly: true } },
            }),
          },
          responses: { 201: ok(hook) },
        },
      },
      '/hooks/{id}': {
        parameters: withId,
        delete: {
          operationId: 'removeHook',
          responses: { 204: { description: 'Gone' }, 404: { description: 'None' } },
        },
      },
      '/feed': {
        get: {
          operationId: 'followJobs',
          parameters: [{ name: 'printer_id', in: 'query', schema: text }],
          responses: { 200: { description: 'The stream', content: { 'text/event-stream': { schema: told } } } },
        },
      },
    },
    webhooks: {
      happened: { post: { requestBody: { content: json(told) }, responses: { 204: { description: 'Taken' } } } },
    },
  };
}

const type = { type: 'string', enum: types };
const flat = {
  type: 'object',
  required: ['id', 'type', 'job_id', 'printer_id', 'at'],
  properties: { id: text, type, job_id: text, printer_id: text, status: text, at: { ...text, format: 'date-time' } },
};
const enveloped = {
  type: 'object',
  required: ['id', 'event', 'data'],
  properties: { id: text, event: type, data: job },
};

async function start(description: object) {
  const { api } = await describeText('shop', description);
  const simulators = await serveDescribed(api);
  const send = createSender(simulators);
  const received = async (name: string) => (await send(`GET /_sim/inbox/${name}/messages`)).body.messages;
  return { simulators, send, received };
}

/** Reads the events of a stream until there are as many as wanted. */
async function readEvents(response: Response, count: number) {
  const reader = response.body?.getReader();
  onTestFinished(async () => void (await reader?.cancel()));
  let read = '';
  for (;;) {
    const events = read.split('\n\n').filter((frame) => frame.startsWith('event: '));
    if (events.length >= count)
      return events.map(
        (frame) => [/^event: (.*)$/m.exec(frame)?.[1], JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '')] as const,
      );
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) throw new Error(`The stream ended after ${read}`);
    read += new TextDecoder().decode(value);
  }
}

test('subscribers receive the events they selected when a record is created, changed or deleted', async () => {
  const { send, received } = await start(shop(enveloped));
  const all = await send('POST /hooks', { url: `${describedOrigin}/_sim/inbox/all`, events: types });
  await send('POST /hooks', { url: `${describedOrigin}/_sim/inbox/some`, events: ['job.cancelled'] });
  const { body: made } = await send('POST /jobs', { title: 'Poster', printer_id: 'p1', rank: 1 });
  await send(`PATCH /jobs/${made.id}`, { rank: 2 });
  await send(`POST /jobs/${made.id}/cancel`);
  await send(`POST /jobs/none/cancel`);
  const { body: now } = await send(`GET /jobs/${made.id}`);
  await send(`DELETE /jobs/${made.id}`);
  await send(`DELETE /hooks/${all.body.id}`);
  await send('POST /jobs', { title: 'Flyer', printer_id: 'p1' });
  const told = (await received('all')).map((each: { body: { event: string } }) => each.body.event);
  expect(told).toEqual(['job.queued', 'job.rank_changed', 'job.cancelled', 'job.deleted']);
  const [message, ...others] = await received('some');
  expect(others).toEqual([]);
  expect(message.body).toEqual({ id: expect.any(String), event: 'job.cancelled', data: now });
  expect((await send('DELETE /hooks/none')).status).toBe(404);
});

test.each([
  [
    'sha256=',
    'The header `X-Print-Sign` is `sha256=` followed by the HMAC-SHA256 of the raw body, keyed with the secret. `X-Print-Type` repeats the type of the event.',
  ],
  [
    '',
    'Each message has the header `X-Print-Sign`: the hexadecimal HMAC-SHA256 of the request body. `X-Print-Type` carries the event type.',
  ],
])('signs deliveries with the prefix %j and the hidden secret of the subscription', async (prefix, signature) => {
  const { send, received } = await start(shop(enveloped, signature));
  const { body: hook } = await send('POST /hooks', {
    url: `${describedOrigin}/_sim/inbox/in`,
    events: ['job.queued'],
    secret: 'a long secret',
  });
  expect(hook).not.toHaveProperty('secret');
  await send('POST /jobs', { title: 'Poster', printer_id: 'p1' });
  const [{ text: raw, headers }] = await received('in');
  expect(headers['x-print-sign']).toBe(`${prefix}${createHmac('sha256', 'a long secret').update(raw).digest('hex')}`);
  expect(headers['x-print-type']).toBe('job.queued');
});

test('an operation with JSON and event stream responses streams only if the request asks for it', async () => {
  const description = shop(flat);
  const { content } = description.paths['/feed'].get.responses[200];
  Object.assign(content, { 'application/json': { schema: { type: 'array', items: flat } } });
  const { simulators } = await start(description);
  const open = async (accept: string) => {
    const response = await simulators.fetch(`${describedOrigin}/feed`, { headers: { accept } });
    onTestFinished(async () => void (await response.body?.cancel().catch(() => undefined)));
    return response;
  };
  const whole = await open('*/*');
  expect([whole.headers.get('content-type'), await whole.json()]).toEqual([
    'application/json; charset=utf-8',
    expect.any(Array),
  ]);
  expect((await open('text/event-stream')).headers.get('content-type')).toContain('text/event-stream');
});

test('an event stream stays open and sends only events that match its query parameter', async () => {
  const { simulators, send } = await start(shop(flat));
  const response = await simulators.fetch(`${describedOrigin}/feed?printer_id=p2`);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  await send('POST /jobs', { title: 'Other', printer_id: 'p1' });
  const { body: made } = await send('POST /jobs', { title: 'Poster', printer_id: 'p2' });
  await send(`POST /jobs/${made.id}/cancel`);
  const about = { id: expect.any(String), job_id: made.id, printer_id: 'p2', at: '2026-01-15T09:00:00.000Z' };
  expect(await readEvents(response, 2)).toEqual([
    ['job.queued', { ...about, type: 'job.queued', status: 'queued' }],
    ['job.cancelled', { ...about, type: 'job.cancelled', status: 'cancelled' }],
  ]);
});

test('a triggered event uses a record to which the event can have happened', async () => {
  const { send, received } = await start(shop(enveloped));
  const { body: cancelled } = await send('POST /jobs', { title: 'Poster', printer_id: 'p1' });
  await send(`POST /jobs/${cancelled.id}/cancel`);
  await send('POST /jobs', { title: 'Flyer', printer_id: 'p1' });
  await send('POST /hooks', { url: `${describedOrigin}/_sim/inbox/in`, events: ['job.cancelled'] });
  expect((await send('POST /_sim/actions/shop/trigger', { event: 'job.cancelled' })).body.sent).toBe(1);
  const [{ body }] = await received('in');
  expect([body.event, body.data.id, body.data.status]).toEqual(['job.cancelled', cancelled.id, 'cancelled']);
  const { apis } = (await send('GET /_sim')).body;
  const offered = apis.flatMap(({ actions }: { actions: { name: string; input: never }[] }) => actions);
  const { input } = offered.find(({ name }: { name: string }) => name === 'trigger');
  expect(input.properties.event.examples).toContain('job.cancelled');
});
