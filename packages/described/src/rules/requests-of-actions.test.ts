import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const json = (schema: object) => ({ 'application/json': { schema } });
const shown = (schema: object, status = '200') => ({ [status]: { description: 'It', content: json(schema) } });
const refused = (status: string, description: string) => ({
  [status]: { description, content: json({ type: 'object', properties: { code: text, message: text } }) },
});
const box = {
  type: 'object',
  properties: {
    id: { ...text, readOnly: true },
    slots: { type: 'integer' },
    freeSlots: { type: 'integer', readOnly: true, description: 'The slots minus the number of samples in the box.' },
  },
};
const sample = {
  type: 'object',
  required: ['id', 'boxId', 'locked'],
  properties: {
    id: { ...text, readOnly: true },
    label: text,
    boxId: { type: ['string', 'null'], readOnly: true },
    locked: { type: 'boolean', readOnly: true, description: 'False for a new sample.' },
  },
};
const own = [{ name: 'id', in: 'path', required: true, schema: text }];

async function serve(unknown: string, full = 'The box is full (`FULL`).') {
  const move = {
    operationId: 'moveSample',
    requestBody: {
      required: true,
      content: json({ type: 'object', required: ['boxId'], properties: { boxId: text } }),
    },
    responses: { ...shown(sample), ...refused('422', unknown), ...refused('409', full) },
  };
  const { api } = await describeText('samples', {
    openapi: '3.1.0',
    info: { title: 'Samples', version: '1' },
    paths: {
      '/boxes': {
        post: { operationId: 'createBox', requestBody: { content: json(box) }, responses: shown(box, '201') },
      },
      '/boxes/{id}': { parameters: own, get: { operationId: 'getBox', responses: shown(box) } },
      '/samples': {
        post: { operationId: 'createSample', requestBody: { content: json(sample) }, responses: shown(sample, '201') },
      },
      '/samples/{id}/move': { parameters: own, post: move },
      '/samples/{id}/lock': { parameters: own, post: { operationId: 'lockSample', responses: shown(sample) } },
    },
  });
  const call = createSender(await serveDescribed(api));
  const { body } = await call('POST /samples', { label: 'A' });
  return { call, id: body.id };
}

it.each([
  'The box is full (`FULL`).',
  'The box has no free slots (`FULL`).',
  'The box has no free slot left (`FULL`).',
  'There is no room, because the box is full (`FULL`).',
  '`FULL` if the box is full',
  '`FULL`: the box has no free slots',
])('moving a sample checks the free slots of the box in the request: %s', async (full) => {
  const { call, id } = await serve('The box does not exist (`UNKNOWN_BOX`).', full);
  const { body: empty } = await call('POST /boxes', { slots: 0 });
  const { body: free } = await call('POST /boxes', { slots: 2 });
  expect(await call(`POST /samples/${id}/move`, { boxId: empty.id })).toMatchObject({
    status: 409,
    body: { code: 'FULL' },
  });
  expect((await call(`POST /samples/${id}/move`, { boxId: free.id })).status).toBe(200);
});

it('an action updates a record whose resource has only a create operation', async () => {
  const { call, id } = await serve('The box does not exist (`UNKNOWN_BOX`).');
  expect((await call(`POST /samples/${id}/lock`)).body).toMatchObject({ id, label: 'A', locked: true });
  expect((await call('POST /samples/nothing/lock')).status).toBe(404);
});

it('a secret sent to an action does not replace the one from creation', async () => {
  const payment = {
    type: 'object',
    properties: {
      id: { ...text, readOnly: true },
      amount: { type: 'integer' },
      clientSecret: { type: ['string', 'null'], readOnly: true },
      status: { type: 'string', enum: ['open', 'confirmed'], readOnly: true },
    },
  };
  const secret = { type: 'object', properties: { clientSecret: text } };
  const { api } = await describeText('payments', {
    openapi: '3.1.0',
    info: { title: 'Payments', version: '1' },
    paths: {
      '/payments': {
        post: { operationId: 'pay', requestBody: { content: json(payment) }, responses: shown(payment, '201') },
      },
      '/payments/{id}': { parameters: own, get: { operationId: 'getPayment', responses: shown(payment) } },
      '/payments/{id}/confirm': {
        parameters: own,
        post: { operationId: 'confirm', requestBody: { content: json(secret) }, responses: shown(payment) },
      },
    },
  });
  const call = createSender(await serveDescribed(api));
  const { body } = await call('POST /payments', { amount: 3 });
  expect(body.clientSecret).toContain('_secret_');
  await call(`POST /payments/${body.id}/confirm`, { clientSecret: 'sent' });
  expect((await call(`GET /payments/${body.id}`)).body).toMatchObject({
    clientSecret: body.clientSecret,
    status: 'confirmed',
  });
});

it('a PUT that replaces a list returns the new list', async () => {
  const site = {
    type: 'object',
    properties: { id: { ...text, readOnly: true }, topics: { type: 'array', items: text } },
  };
  const names = { type: 'object', required: ['names'], properties: { names: { type: 'array', items: text } } };
  const example = { names: ['one', 'two'] };
  const answered = { '200': { description: 'They', content: { 'application/json': { schema: names, example } } } };
  const { api } = await describeText('sites', {
    openapi: '3.1.0',
    info: { title: 'Sites', version: '1' },
    paths: {
      '/sites': {
        post: { operationId: 'createSite', requestBody: { content: json(site) }, responses: shown(site, '201') },
      },
      '/sites/{id}': { parameters: own, get: { operationId: 'getSite', responses: shown(site) } },
      '/sites/{id}/topics': {
        parameters: own,
        get: { operationId: 'getTopics', responses: answered },
        put: { operationId: 'replaceTopics', requestBody: { content: json(names) }, responses: answered },
      },
    },
  });
  const call = createSender(await serveDescribed(api));
  const { body } = await call('POST /sites', {});
  expect((await call(`PUT /sites/${body.id}/topics`, { names: ['api', 'test'] })).body).toEqual({
    names: ['api', 'test'],
  });
  expect((await call(`GET /sites/${body.id}/topics`)).body).toEqual({ names: ['api', 'test'] });
  expect((await call(`GET /sites/${body.id}`)).body).toMatchObject({ topics: ['api', 'test'] });
});
