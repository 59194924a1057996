import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema?: object) => ({ 200: { description: 'Done', ...(schema === undefined ? {} : body(schema)) } });
const call = (operationId: string, taken: object, answered?: object) => ({
  post: { operationId, requestBody: body(taken), responses: answers(answered) },
});

async function serve(name: string, paths: object) {
  const { api } = await describeText(name, { openapi: '3.0.3', info: { title: name, version: '1' }, paths });
  return createSender(await serveDescribed(api));
}

it('calls with the same noun, such as createHolder and getHolder, share a resource', async () => {
  const holder = object({
    holderCode: text,
    label: text,
    holderStatus: object({ status: { type: 'string', enum: ['Active', 'Closed'] } }),
  });
  const code = object({ holderCode: text });
  const send = await serve('holders', {
    '/createHolder': call('create', object({ holderCode: text, label: text }), holder),
    '/getHolder': call('get', code, holder),
    '/updateHolder': call('update', object({ holderCode: text, label: text }), holder),
    '/closeHolder': call('close', code, object({ resultCode: text })),
  });
  await send('POST /createHolder', { holderCode: 'a', label: 'One' });
  await send('POST /updateHolder', { holderCode: 'a', label: 'Two' });
  await send('POST /closeHolder', { holderCode: 'a' });
  expect((await send('POST /getHolder', { holderCode: 'a' })).body).toMatchObject({
    holderCode: 'a',
    label: 'Two',
    holderStatus: { status: 'Closed' },
  });
});

it('a create call with an adjective, such as create_custom, stores a record', async () => {
  const plan = object({ floorPlanId: text, label: text });
  const id = object({ floorPlanId: text });
  const send = await serve('plans', {
    '/floor_plans/create_custom': call('draw', object({ label: text }), plan),
    '/floor_plans/get': call('get', id, plan),
    '/floor_plans/list': call('list', object({}), object({ floorPlans: { type: 'array', items: plan } })),
  });
  const { floorPlanId } = (await send('POST /floor_plans/create_custom', { label: 'Hall' })).body;
  expect((await send('POST /floor_plans/get', { floorPlanId })).body).toEqual({ floorPlanId, label: 'Hall' });
  expect((await send('POST /floor_plans/list', {})).body.floorPlans).toEqual([{ floorPlanId, label: 'Hall' }]);
});

it('calls whose responses have the same envelope can use different resources', async () => {
  const wrapped = (schema: object) => object({ success: { type: 'boolean' }, result: schema });
  const scarf = object({ id: text, color: text });
  const poster = object({ id: text, title: text });
  const listed = (schema: object) => object({ success: { type: 'boolean' }, result: { type: 'array', items: schema } });
  const send = await serve('stall', {
    '/scarves.create': call('scarvesCreate', object({ color: text }), wrapped(scarf)),
    '/scarves.get': call('scarvesGet', object({ id: text }), wrapped(scarf)),
    '/scarves.list': call('scarvesList', object({}), listed(scarf)),
    '/posters.create': call('postersCreate', object({ title: text }), wrapped(poster)),
    '/posters.list': call('postersList', object({}), listed(poster)),
    '/posters.delete': call('postersDelete', object({ id: text }), object({ success: { type: 'boolean' } })),
  });
  const { id } = (await send('POST /scarves.create', { color: 'red' })).body.result;
  const made = (await send('POST /posters.create', { title: 'Moon' })).body.result;
  await send('POST /posters.delete', { id: made.id });
  expect((await send('POST /posters.list', {})).body.result).toEqual([]);
  expect((await send('POST /scarves.get', { id })).body.result).toEqual({ id, color: 'red' });
  expect((await send('POST /scarves.list', {})).body.result).toEqual([{ id, color: 'red' }]);
});

it('a create request stores its record at the path in the Location example', async () => {
  const board = object({ team: text, name: text, color: text });
  const own = (name: string) => ({ name, in: 'path', required: true, schema: text });
  const read = (operationId: string, ...names: string[]) => ({
    parameters: names.map(own),
    get: { operationId, responses: { ...answers(board), 404: { description: 'None' } } },
  });
  const header = { Location: { schema: text, example: 'https://api.example/boards/blue/one' } };
  const send = await serve('boards', {
    '/teams/{team}/boards': {
      parameters: [own('team')],
      get: { operationId: 'listBoards', responses: answers({ type: 'array', items: board }) },
      post: {
        operationId: 'createBoard',
        requestBody: body(object({ name: text, color: text })),
        responses: { 201: { description: 'Created', headers: header, ...body(board) } },
      },
    },
    '/shelf/{team}/{name}': read('getShelf', 'team', 'name'),
    '/boards/{team}/{name}': read('getBoard', 'team', 'name'),
  });
  await send('POST /teams/blue/boards', { name: 'one', color: 'red' });
  expect((await send('GET /boards/blue/one')).body).toMatchObject({ name: 'one', color: 'red' });
});
