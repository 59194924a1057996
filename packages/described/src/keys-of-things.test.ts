import { expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema: object, more: object = {}) => ({ 200: { description: 'Done', ...json(schema) }, ...more });
const missing = { 404: { description: 'Not found' } };
const inPath = (...names: string[]) => names.map((name) => ({ in: 'path', name, required: true, schema: text }));
const pump = object({ id: text, name: text, tags: list(text), region: object({ slug: text, name: text }) });
const sent = object({ name: text, tags: list(text), region: text });
const crew = object({ id: text, name: text, kind: { ...text, readOnly: true } });
const step = object({ id: { ...text, readOnly: true }, what: text });
const plan = object({ id: text, steps: list(step) });
const sentCrew = object({ name: text, kind: text });
const person = object({ id: text, name: text, email: text });
const parameters = [{ in: 'query', name: 'tag_name', required: true, schema: text }];
const paths = {
  '/pumps': {
    get: { operationId: 'pumps', parameters, responses: answers(list(pump)) },
    post: { operationId: 'addPump', requestBody: json(sent), responses: answers(pump) },
    delete: { operationId: 'removePumps', parameters, responses: { 204: { description: 'Gone' } } },
  },
  '/pumps/{id}': {
    parameters: inPath('id'),
    get: { operationId: 'pump', responses: answers(pump, missing) },
    delete: { operationId: 'removePump', responses: { 204: { description: 'Gone' }, ...missing } },
  },
  '/crews': { post: { operationId: 'addCrew', requestBody: json(sentCrew), responses: answers(crew) } },
  '/crews/{id}': {
    parameters: inPath('id'),
    get: { operationId: 'crew', responses: answers(crew, missing) },
    patch: { operationId: 'changeCrew', requestBody: json(sentCrew), responses: answers(crew, missing) },
  },
  '/teams/{id}/members/{member}': {
    parameters: inPath('id', 'member'),
    get: { operationId: 'member', responses: answers(crew, missing) },
    put: {
      ...{ operationId: 'updateMember', summary: 'Add a person to a crew', requestBody: json(object({ name: text })) },
      responses: { 204: { description: 'Done' }, ...missing },
    },
  },
  '/plans': { post: { operationId: 'addPlan', requestBody: json(plan), responses: answers(plan) } },
  '/plans/{id}': {
    parameters: inPath('id'),
    get: { operationId: 'plan', responses: answers(plan, missing) },
    put: { operationId: 'changePlan', requestBody: json(plan), responses: answers(plan, missing) },
  },
  '/people': { post: { operationId: 'addPerson', requestBody: json(person), responses: answers(person) } },
  '/people/{person}': {
    parameters: [{ ...inPath('person')[0], description: 'The id of a person, or the email address' }],
    get: { operationId: 'person', responses: answers(person, missing) },
  },
};

async function serve() {
  const info = { title: 'pumps', version: '1' };
  const { api } = await describeText('pumps', { openapi: '3.0.3', info, paths });
  return createSender(await serveDescribed(api, { sandbox: emptySandbox }));
}

it('deletes the records that match the filter parameter', async () => {
  const send = await serve();
  await send('POST /pumps', { name: 'one', tags: ['old', 'red'] });
  await send('POST /pumps', { name: 'two', tags: ['new'] });
  expect((await send('DELETE /pumps?tag_name=old')).status).toBe(204);
  expect((await send('GET /pumps?tag_name=new')).body).toMatchObject([{ name: 'two' }]);
});

it('uses a string sent for an object as its slug rather than its name', async () => {
  const send = await serve();
  const { body } = await send('POST /pumps', { name: 'one', region: 'north-1' });
  expect(body.region).toMatchObject({ slug: 'north-1' });
});

it('a PUT that adds a record creates it, even if it describes 404', async () => {
  const send = await serve();
  expect((await send('PUT /teams/c1/members/m1', { name: 'Ada' })).status).toBe(204);
  expect((await send('GET /teams/c1/members/m1')).body).toMatchObject({ name: 'Ada' });
});

it("finds a record by the second id that the parameter's description names", async () => {
  const send = await serve();
  const { body } = await send('POST /people', { name: 'Ada', email: 'ada@example.com' });
  expect((await send('GET /people/ada%40example.com')).body).toEqual(body);
});

it('only a create request can set a property that is readOnly in the response schema', async () => {
  const send = await serve();
  const { body } = await send('POST /crews', { name: 'night', kind: 'rescue' });
  expect(body).toMatchObject({ kind: 'rescue' });
  await send(`PATCH /crews/${body.id}`, { kind: 'fire' });
  expect((await send(`GET /crews/${body.id}`)).body).toMatchObject({ kind: 'rescue' });
});

it('generates ids for list items of a record and keeps ids that an update sends', async () => {
  const send = await serve();
  const { body } = await send('POST /plans', { steps: [{ what: 'dig' }, { what: 'fill' }] });
  const [{ id: first }, { id: second }] = body.steps;
  expect(first).not.toBe(second);
  const steps = [body.steps[1], { what: 'sweep' }];
  const { body: changed } = await send(`PUT /plans/${body.id}`, { steps });
  expect(changed.steps).toEqual([body.steps[1], { id: expect.any(String), what: 'sweep' }]);
});
