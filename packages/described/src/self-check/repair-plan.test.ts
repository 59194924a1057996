import type { ApiDefinition } from '@understudy/kernel';
import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';
import type { ScratchPlan } from './repair-plan.js';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'OK', ...json(schema) });
const withId = (id: object, sent: object) => object({ id, ...sent });

/** A collection with a list and a creation. */
function collection(name: string, sent: object, parameters: readonly object[] = []) {
  const [body, item] = [object(sent), withId(text, sent)];
  return {
    get: { operationId: `list${name}`, parameters, responses: { '200': ok({ type: 'array', items: item }) } },
    post: { operationId: `create${name}`, requestBody: json(body), responses: { '201': ok(item) } },
  };
}

async function open(api: ApiDefinition): Promise<Omit<ScratchPlan, 'plan'>> {
  const send = createSender(await serveDescribed(api));
  return {
    send: ({ method, path, headers, body }) => send(`${method} ${path}`, body, headers),
    close: async () => undefined,
  };
}

const plenty = { mostRequests: 1000 };

async function repair(paths: object) {
  const described = await describeText('club', { openapi: '3.1.0', info: { title: 'Club', version: '1' }, paths });
  const { send } = await open(described.api);
  const before = await described.tryPlan(send);
  const { model, problems } = await described.findRepairs(open, plenty);
  const repaired = described.withRepairs(model, problems);
  const after = await repaired.tryPlan((await open(repaired.api)).send);
  // What did not hold at the end of the repair need not be tried again.
  expect(repaired.problems()).toEqual(after);
  const { because, ...statements } = model;
  return { before: before.map(({ message }) => message), statements, because, after, repaired };
}

it('lists records that the default of a query parameter would exclude', async () => {
  const state = { name: 'state', in: 'query', schema: { enum: ['live', 'over'], default: 'live' } };
  const { before, statements, after, because } = await repair({
    '/meetings': collection('Meetings', { state: { enum: ['over', 'live'] } }, [state]),
  });
  expect(before).toEqual(['meetings: stores one, but its list does not contain it']);
  expect(statements).toEqual({ operations: { listMeetings: { like: { state: null }, where: { state: null } } } });
  expect(because).toMatchObject({ '/operations/listMeetings/where': { rule: 'self-check', says: before[0] } });
  expect(after).toEqual([]);
});

it('stores nothing for a POST with the same input as the GET of its path', async () => {
  const found = ok(object({ durations: { type: 'array', items: object({ seconds: text }) } }));
  const parameters = ['from', 'to'].map((name) => ({ name, in: 'query', schema: text }));
  const { before, statements, after } = await repair({
    '/matrix': {
      get: { operationId: 'matrix', parameters, responses: { '200': found } },
      post: {
        operationId: 'sendMatrix',
        requestBody: json(object({ from: text, to: text })),
        responses: { '200': found },
      },
    },
  });
  expect(before).toEqual(['matrix: the response to a creation does not contain its key']);
  expect(statements).toEqual({ operations: { sendMatrix: { answer: 'described' } } });
  expect(after).toEqual([]);
});

it('stores records of a POST with the parameters of its list if its response differs', async () => {
  const item = object({ day: text, kid: text, note: text });
  const parameters = ['day', 'kid'].map((name) => ({ name, in: 'query', schema: text }));
  const { before, statements } = await repair({
    '/chores': {
      get: { operationId: 'chores', parameters, responses: { '200': ok({ type: 'array', items: item }) } },
      post: { operationId: 'addChore', parameters, responses: { '200': ok(object({ message: text, success: text })) } },
    },
  });
  expect(before).toEqual(['chores: the response to a creation does not contain its key']);
  expect(statements).toEqual({});
});

it('generates ids that the path of the record accepts', async () => {
  const uuid = { type: 'string', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' };
  const entity = object({ name: text, note: text });
  const whole = object({ name: text, note: text, reference: uuid });
  const path = { name: 'rule', in: 'path', required: true, schema: uuid };
  const { before, after, repaired } = await repair({
    '/rules': { post: { operationId: 'createRule', requestBody: json(entity), responses: { '201': ok(text) } } },
    '/rules/{rule}': { parameters: [path], get: { operationId: 'readRule', responses: { '200': ok(whole) } } },
  });
  expect(before).toEqual(['rules: stores one, but reading it back fails with 400']);
  expect(after).toEqual([]);
  const send = createSender(await serveDescribed(repaired.api));
  const { body: id } = await send('POST /rules', { name: 'no shoes', note: 'in the house' });
  expect(await send(`GET /rules/${id}`)).toMatchObject({ status: 200, body: { name: 'no shoes', reference: id } });
});

it('does not change a plan that works or whose check takes too many requests', async () => {
  const state = { name: 'state', in: 'query', schema: { enum: ['live', 'over'], default: 'live' } };
  const paths = { '/meetings': collection('Meetings', { state: { enum: ['over', 'live'] } }, [state]) };
  const info = { title: 'Club', version: '1' };
  const sound = await describeText('sound', { openapi: '3.1.0', info, paths: { '/pets': collection('Pets', {}) } });
  expect(await sound.findRepairs(open, plenty)).toEqual({ model: {}, isComplete: true, problems: [] });
  const broken = await describeText('broken', { openapi: '3.1.0', info, paths });
  const spent = {
    model: {},
    isComplete: false,
    problems: expect.arrayContaining([expect.objectContaining({ pointer: '/paths' })]),
  };
  expect(await broken.findRepairs(open, { mostRequests: 3 })).toEqual(spent);
});

it('does not change a plan if an update needs a header or a deletion keeps the record', async () => {
  const item = object({ id: text, name: text, status: { enum: ['open', 'cancelled'] } });
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const match = { name: 'If-Match', in: 'header', description: 'Without it the answer is 428.', schema: text };
  const { before, statements } = await repair({
    '/rooms': {
      get: { operationId: 'listRooms', responses: { '200': ok({ type: 'array', items: item }) } },
      post: { operationId: 'createRoom', requestBody: json(object({ name: text })), responses: { '201': ok(item) } },
    },
    '/rooms/{id}': {
      parameters: [id],
      get: { operationId: 'getRoom', responses: { '200': ok(item), '404': { description: 'None' } } },
      patch: {
        operationId: 'updateRoom',
        parameters: [match],
        requestBody: json({ type: 'object', properties: { name: text } }),
        responses: {
          '200': ok(item),
          '412': { description: 'Changed' },
          '428': { description: 'If-Match is missing.' },
        },
      },
      delete: {
        operationId: 'cancelRoom',
        responses: {
          '204': { description: 'Cancelled' },
          '409': { description: 'A cancelled room cannot be cancelled.' },
        },
      },
    },
  });
  expect(before).toEqual([]);
  expect(statements).toEqual({});
});

it('reuses compiled schemas for all candidate plans of a description', async () => {
  const { repaired } = await repair({ '/talks': collection('Talks', { title: text }) });
  const [before, after] = [repaired, repaired.withRepairs({ resources: { talks: { key: { member: 'title' } } } })];
  const [one, other] = await Promise.all([before.api.simulator(), after.api.simulator()]);
  expect(other.contract.operations.get('listTalks')).toBe(one.contract.operations.get('listTalks'));
  expect(after.writeModel().full.resources?.['talks']?.key).toEqual({ member: 'title' });
});
