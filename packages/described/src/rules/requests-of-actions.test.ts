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
])('the box is that of the request: %s', async (full) => {
  const { call, id } = await serve('The box does not exist (`UNKNOWN_BOX`).', full);
  const { body: empty } = await call('POST /boxes', { slots: 0 });
  const { body: free } = await call('POST /boxes', { slots: 2 });
  expect(await call(`POST /samples/${id}/move`, { boxId: empty.id })).toMatchObject({
    status: 409,
    body: { code: 'FULL' },
  });
  expect((await call(`POST /samples/${id}/move`, { boxId: free.id })).status).toBe(200);
});

it('an action on a thing that only its creation shows changes that thing', async () => {
  const { call, id } = await serve('The box does not exist (`UNKNOWN_BOX`).');
  expect((await call(`POST /samples/${id}/lock`)).body).toMatchObject({ id, label: 'A', locked: true });
  expect((await call('POST /samples/nothing/lock')).status).toBe(404);
});
