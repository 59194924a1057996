import { expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const readOnly = (schema: object) => ({ allOf: [schema, { type: 'object', readOnly: true }] });
const operation = (operationId: string, shown: object, taken?: object) => ({
  operationId,
  ...(taken === undefined ? {} : { requestBody: json(taken) }),
  responses: { 200: { description: 'Done', ...json(shown) } },
});
const one = (parameter: string, operations: object) => ({
  parameters: [{ in: 'path', name: parameter, required: true, schema: text }],
  ...operations,
});
const schemas = {
  site: object({ id: text, name: text }),
  job: object({
    ...{ id: text, name: text, parent: readOnly(object({ id: text })) },
    sites: { ...list(component('site')), readOnly: true },
  }),
  newJob: object({ name: text, sites: list(text) }),
};
const paths = {
  '/sites': { post: operation('addSite', component('site'), object({ name: text })) },
  '/sites/{site}': one('site', { get: operation('site', component('site')) }),
  '/sites/{site}/jobs': one('site', { get: operation('jobsOfSite', list(component('job'))) }),
  '/jobs': { post: operation('addJob', component('job'), component('newJob')) },
  '/jobs/{job}': one('job', {
    get: operation('job', component('job')),
    delete: operation('removeJob', object({ data: object({}) })),
  }),
  '/jobs/{job}/setParent': one('job', { post: operation('setParent', component('job'), object({ parent: text })) }),
  '/jobs/{job}/subjobs': one('job', {
    get: operation('subjobs', list(component('job'))),
    post: operation('addSubjob', component('job'), object({ name: text })),
  }),
};

async function serve() {
  const info = { title: 'jobs', version: '1' };
  const { api } = await describeText('jobs', { openapi: '3.0.3', info, paths, components: { schemas } });
  return createSender(await serveDescribed(api, { sandbox: emptySandbox }));
}

it('a create request sets a readOnly list that its own schema includes', async () => {
  const send = await serve();
  const { body: site } = await send('POST /sites', { name: 'North' });
  const { status, body } = await send('POST /jobs', { name: 'dig', sites: [site.id] });
  expect([status, body]).toEqual([200, expect.objectContaining({ sites: [site] })]);
  const { body: other } = await send('POST /jobs', { name: 'fill', sites: [] });
  expect(other.sites).toEqual([]);
});

it('a nested list contains the records whose list refers to its parent', async () => {
  const send = await serve();
  const { id } = (await send('POST /sites', { name: 'North' })).body;
  await send('POST /jobs', { name: 'dig', sites: [id] });
  await send('POST /jobs', { name: 'fill', sites: [] });
  expect((await send(`GET /sites/${id}/jobs`)).body).toMatchObject([{ name: 'dig' }]);
});

it('an action moves a record under another parent', async () => {
  const send = await serve();
  const [{ body: one }, { body: other }] = [await send('POST /jobs', {}), await send('POST /jobs', {})];
  const { body: part } = await send(`POST /jobs/${one.id}/subjobs`, { name: 'part' });
  await send(`POST /jobs/${part.id}/setParent`, { parent: other.id });
  expect((await send(`GET /jobs/${one.id}/subjobs`)).body).toEqual([]);
  expect((await send(`GET /jobs/${other.id}/subjobs`)).body).toMatchObject([{ id: part.id }]);
});

it('a delete response contains the object that its schema requires', async () => {
  const send = await serve();
  const { id } = (await send('POST /jobs', { name: 'dig' })).body;
  expect((await send(`DELETE /jobs/${id}`)).body).toEqual({ data: {} });
});
