import { expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time', nullable: true };
const json = (schema: object) => ({ 'application/json': { schema } });
const lathe = { $ref: '#/components/schemas/Lathe' };
const shown = (status = '200') => ({ [status]: { description: 'The lathe.', content: json(lathe) } });
const act = (description: string, request?: object) => ({
  parameters: [{ name: 'latheId', in: 'path', required: true, schema: text }],
  post: {
    description,
    ...(request === undefined ? {} : { requestBody: { content: json({ type: 'object', properties: request }) } }),
    responses: { ...shown(), '409': { description: 'It is in another condition.' } },
  },
});
const described = {
  openapi: '3.0.3',
  info: { title: 'Workshop', version: '1', description: 'The sandbox starts with 7 lathes to play with.' },
  paths: {
    '/lathes': {
      get: { responses: { '200': { description: 'All', content: json({ type: 'array', items: lathe }) } } },
      post: {
        description: 'A new lathe starts out `worn`, because nobody has looked after it yet.',
        requestBody: { content: json({ type: 'object', properties: { name: text } }) },
        responses: shown('201'),
      },
    },
    '/lathes/{latheId}': {
      parameters: [{ name: 'latheId', in: 'path', required: true, schema: text }],
      get: { responses: shown() },
    },
    '/lathes/{latheId}/service': act(
      'The call turns a `worn` lathe into a `sound` one and notes the time in `servicedAt`.',
    ),
    '/lathes/{latheId}/lock': act('Locks the lathe. The time is kept in `lockedAt`.', { reason: text }),
    '/lathes/{latheId}/unlock': act('The lathe comes back as `worn`, and its `lockReason` and `lockedAt` are emptied.'),
    '/lathes/{latheId}/hours': act('Adds the hours to `runningHours`.', { hours: { type: 'integer' } }),
  },
  components: {
    schemas: {
      Lathe: {
        type: 'object',
        required: ['id', 'condition'],
        properties: {
          id: text,
          name: text,
          condition: { type: 'string', enum: ['worn', 'sound', 'locked'] },
          lockReason: { type: 'string', nullable: true },
          servicedAt: time,
          lockedAt: time,
          runningHours: { type: 'integer' },
        },
      },
    },
  },
};

async function serve() {
  const { api } = await describeText('workshop', described);
  return createSender(await serveDescribed(api));
}

it('a member that only actions set is the state of a record, whatever its name', async () => {
  const call = await serve();
  const { body: made } = await call('POST /lathes', { name: 'A' });
  expect(made).toMatchObject({ condition: 'worn', servicedAt: null });
  const serviced = await call(`POST /lathes/${made.id}/service`);
  expect(serviced).toMatchObject({ status: 200, body: { condition: 'sound', servicedAt: expect.any(String) } });
  expect((await call(`POST /lathes/${made.id}/service`)).status).toBe(409);
});

it('an action sets and empties the members that its description names', async () => {
  const call = await serve();
  const { body: made } = await call('POST /lathes', { name: 'A' });
  const locked = await call(`POST /lathes/${made.id}/lock`, { reason: 'broken belt' });
  expect(locked.body).toMatchObject({ lockReason: 'broken belt', lockedAt: expect.any(String) });
  const unlocked = await call(`POST /lathes/${made.id}/unlock`);
  expect(unlocked.body).toMatchObject({ condition: 'worn', lockReason: null, lockedAt: null });
});

it('a number that grows with each request starts at 0', async () => {
  const call = await serve();
  const { body: made } = await call('POST /lathes', { name: 'A' });
  expect(made.runningHours).toBe(0);
  await call(`POST /lathes/${made.id}/hours`, { hours: 3 });
  expect((await call(`POST /lathes/${made.id}/hours`, { hours: 4 })).body.runningHours).toBe(7);
});

it('the demo data has as many records as the description says', async () => {
  const { api } = await describeText('workshop', described);
  const call = createSender(
    await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { workshop: { '*': 40 } } } }),
  );
  expect((await call('GET /lathes')).body).toHaveLength(7);
});
