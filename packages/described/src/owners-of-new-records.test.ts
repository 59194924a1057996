import { expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const operation = (operationId: string, shown: object, taken?: object) => ({
  operationId,
  ...(taken === undefined ? {} : { requestBody: json(taken) }),
  responses: { 200: { description: 'Done', ...json(shown) } },
});
const one = (operationId: string, shown: object, parameter = 'id') => ({
  parameters: [{ in: 'path', name: parameter, required: true, schema: text }],
  get: operation(operationId, shown),
});
const schemas = {
  task: object({ id: text, name: text, parent: object({ id: text, name: text }) }),
  ship: object({ id: text, name: text }),
  cabin: object({ id: text, name: text, ship: object({ id: text }) }),
  scan: object({ id: text, name: text, resource_id: text, resource_type: text }),
};
const named = object({ name: text });
const below = (parameter: string, create: object, kind: string) => ({
  parameters: [{ in: 'path', name: parameter, required: true, schema: text }],
  post: create,
  get: operation(`${kind}sBelow`, { type: 'array', items: component(kind) }),
});
const paths = {
  '/tasks': { post: operation('addTask', component('task'), component('task')) },
  '/tasks/{task}': one('task', component('task'), 'task'),
  '/tasks/{task}/subtasks': below('task', operation('addSubtask', component('task'), named), 'task'),
  '/ships': { post: operation('addShip', component('ship'), named) },
  '/ships/{id}': one('ship', component('ship')),
  '/ships/{id}/cabins': below('id', operation('addCabin', component('cabin'), component('cabin')), 'cabin'),
  '/ships/{id}/scans': below('id', operation('addScan', component('scan'), named), 'scan'),
};

it.each([
  ['an object named after the parent', 'ships', 'cabins', (id: string) => ({ ship: { id } })],
  ['`parent` if both have the same schema', 'tasks', 'subtasks', (id: string) => ({ parent: { id } })],
  ['a generic id next to a type', 'ships', 'scans', (id: string) => ({ resource_id: id })],
])('a new record refers to its parent by %s', async (_what, above, list, shown) => {
  const info = { title: 'yard', version: '1' };
  const { api } = await describeText('yard', { openapi: '3.0.3', info, paths, components: { schemas } });
  const send = createSender(await serveDescribed(api, { sandbox: emptySandbox }));
  const { id } = (await send(`POST /${above}`, { name: 'one' })).body;
  const { body } = await send(`POST /${above}/${id}/${list}`, { name: 'two' });
  expect(body).toMatchObject({ name: 'two', ...shown(id) });
});
