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
  info: { title: 'Workshop', version: '1' },
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

it('an enum property that only actions set is the state, whatever its name', async () => {
  const call = await serve();
  const { body: made } = await call('POST /lathes', { name: 'A' });
  expect(made).toMatchObject({ condition: 'worn', servicedAt: null });
  const serviced = await call(`POST /lathes/${made.id}/service`);
  expect(serviced).toMatchObject({ status: 200, body: { condition: 'sound', servicedAt: expect.any(String) } });
  expect((await call(`POST /lathes/${made.id}/service`)).status).toBe(409);
});

it('an action sets and clears the properties that its description names', async () => {
  const call = await serve();
  const { body: made } = await call('POST /lathes', { name: 'A' });
  const locked = await call(`POST /lathes/${made.id}/lock`, { reason: 'broken belt' });
  expect(locked.body).toMatchObject({ lockReason: 'broken belt', lockedAt: expect.any(String) });
  const unlocked = await call(`POST /lathes/${made.id}/unlock`);
  expect(unlocked.body).toMatchObject({ condition: 'worn', lockReason: null, lockedAt: null });
});

it('a number that each request increases starts at 0', async () => {
  const call = await serve();
  const { body: made } = await call('POST /lathes', { name: 'A' });
  expect(made.runningHours).toBe(0);
  await call(`POST /lathes/${made.id}/hours`, { hours: 3 });
  expect((await call(`POST /lathes/${made.id}/hours`, { hours: 4 })).body.runningHours).toBe(7);
});

it.each([
  ['The sandbox starts with 7 lathes to play with.', 7],
  ['There is a bit of history from the start: a dozen lathes, some of them locked.', 12],
  ['Your account comes with a couple of used lathes.', 2],
])('creates as many demo records as the description says: %s', async (description, count) => {
  const { api } = await describeText('workshop', { ...described, info: { ...described.info, description } });
  const call = createSender(
    await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { workshop: { '*': 40 } } } }),
  );
  expect((await call('GET /lathes')).body).toHaveLength(count);
});

/** The states from which an action is possible, by what its description and its refusal say. */
async function allowedFor(sentences: Readonly<Record<'open' | 'pause' | 'close', readonly [string, string]>>) {
  const hall = {
    type: 'object',
    required: ['id', 'status'],
    properties: { id: text, name: text, status: { type: 'string', enum: ['draft', 'opened', 'paused', 'closed'] } },
  };
  const of = (status: string) => ({ [status]: { description: 'It', content: json(hall) } });
  const key = [{ name: 'id', in: 'path', required: true, schema: text }];
  const acts = Object.entries(sentences).map(([verb, [description, refusal]]) => [
    `/halls/{id}/${verb}`,
    {
      parameters: key,
      post: { operationId: verb, description, responses: { ...of('200'), '409': { description: refusal } } },
    },
  ]);
  const { writeModel } = await describeText('halls', {
    openapi: '3.0.3',
    info: { title: 'Halls', version: '1' },
    paths: {
      '/halls': {
        post: { requestBody: { content: json({ type: 'object', properties: { name: text } }) }, responses: of('201') },
      },
      '/halls/{id}': { parameters: key, get: { responses: of('200') } },
      ...Object.fromEntries(acts),
    },
  });
  const { transitions = {} } = writeModel().full.resources?.['halls']?.lifecycle ?? {};
  return Object.fromEntries(Object.entries(transitions).map(([name, { from }]) => [name, from]));
}

it('an action is allowed only in the states that its description or its 409 response names', async () => {
  const allowed = await allowedFor({
    open: ['The call turns the draft into a public hall.', 'It is no draft any more.'],
    pause: ['Works while the hall is opened.', 'No'],
    close: ['Possible for drafts and for paused halls.', 'No'],
  });
  expect(allowed).toEqual({ open: 'draft', pause: 'opened', close: ['draft', 'paused'] });
});

it('an unreachable cycle of states can be entered from the first state', async () => {
  const allowed = await allowedFor({
    open: ['Possible while the hall is paused, or as soon as the caretaker has a minute for it.', 'No'],
    pause: ['Only an opened hall can be paused.', 'No'],
    close: ['Only an opened hall can be closed.', 'No'],
  });
  expect(allowed).toEqual({ open: ['draft', 'paused'], pause: 'opened', close: 'opened' });
});
