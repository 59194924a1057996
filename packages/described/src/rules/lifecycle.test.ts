import { readModel } from '@understudy/model';
import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const json = (schema: object) => ({ 'application/json': { schema } });
const permit = { $ref: '#/components/schemas/Permit' };
const shown = (description: string, status = '200') => ({ [status]: { description, content: json(permit) } });
const refused = (description: string, status = '409') => ({
  [status]: { description, content: json({ type: 'object' }) },
});
const id = { name: 'permitId', in: 'path', required: true, schema: { type: 'string' } };
const body = { content: json({ type: 'object', properties: { area: { type: 'string' } } }) };
const missing = { '404': { description: 'There is none' } };

/** An action on a permit. */
function action(operationId: string, responses: object, description = '') {
  return { parameters: [id], post: { operationId, description, responses: { ...shown('The permit'), ...responses } } };
}

const description = {
  openapi: '3.1.0',
  info: { title: 'Permits', version: '1' },
  paths: {
    '/permits': {
      get: {
        operationId: 'listPermits',
        responses: { '200': { description: 'All', content: json({ type: 'array', items: permit }) } },
      },
      post: {
        operationId: 'createPermit',
        requestBody: body,
        responses: shown('Every permit starts as a sketch.', '201'),
      },
    },
    '/permits/{permitId}': {
      parameters: [id],
      get: { operationId: 'getPermit', responses: { ...shown('One'), ...missing } },
      put: {
        operationId: 'replacePermit',
        description: 'Only a sketch can be changed.',
        requestBody: body,
        responses: { ...shown('Changed'), ...refused('Conflict') },
      },
      delete: {
        operationId: 'deletePermit',
        responses: {
          '204': { description: 'Gone' },
          ...refused('A granted or ended permit cannot be deleted (`permitInUse`)', '422'),
        },
      },
    },
    '/permits/{permitId}/notes': {
      parameters: [id],
      post: {
        operationId: 'addNote',
        requestBody: { content: json({ type: 'object', properties: { text: { type: 'string' } } }) },
        responses: {
          '201': { description: 'Added', content: json({ type: 'object', properties: { text: { type: 'string' } } }) },
          ...refused('Notes can only be added to a sketch.'),
        },
      },
    },
    '/permits/{permitId}/grant': action('grantPermit', refused('The permit is not a sketch (`not_a_sketch`)')),
    '/permits/{permitId}/end': action('endPermit', refused('Wrong state'), 'A granted permit becomes ended.'),
    '/permits/{permitId}/withdraw': action(
      'withdrawPermit',
      refused('Conflict'),
      'A permit can be withdrawn until it is granted.',
    ),
    '/permits/{permitId}/stamp': action(
      'stampPermit',
      refused('Conflict'),
      'A permit can be stamped when it is in one of these statuses: `granted`, `ended`.\n\nOnce it is withdrawn, a clerk cannot stamp it.',
    ),
    '/permits/{permitId}/extend': action(
      'extendPermit',
      refused('Conflict'),
      'Usually only granted permits can be extended.',
    ),
  },
  components: {
    schemas: {
      Permit: {
        type: 'object',
        required: ['id', 'status'],
        properties: {
          id: { type: 'string' },
          area: { type: 'string' },
          status: { type: 'string', enum: ['sketch', 'granted', 'ended', 'withdrawn'] },
          grantedAt: { type: ['string', 'null'], format: 'date-time' },
          endedAt: { type: ['string', 'null'], format: 'date-time' },
        },
      },
    },
  },
};

async function serve(model: object = {}) {
  const { api } = await describeText('permits', description, { model: readModel({ understudy: 1, ...model }) });
  return createSender(await serveDescribed(api));
}

async function createPermit(call: Awaited<ReturnType<typeof serve>>) {
  const { body: permit } = await call('POST /permits', { area: 'Quay' });
  const path = `/permits/${permit.id}`;
  return { permit, path, act: (name: string) => call(`POST ${path}/${name}`) };
}

describe('a lifecycle read from a description', () => {
  it('starts in the described state and sets the timestamp of each transition', async () => {
    const call = await serve();
    const { permit, act } = await createPermit(call);
    expect(permit).toMatchObject({ status: 'sketch', grantedAt: null, endedAt: null });
    expect((await act('grant')).body).toMatchObject({
      status: 'granted',
      grantedAt: expect.any(String),
      endedAt: null,
    });
    expect((await act('end')).body).toMatchObject({ status: 'ended', endedAt: expect.any(String) });
  });

  it('rejects an action in a wrong state with the described status and code, and changes nothing', async () => {
    const call = await serve();
    const { path, act } = await createPermit(call);
    expect((await act('end')).status).toBe(409);
    await act('grant');
    const again = await act('grant');
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('not_a_sketch')]);
    expect((await act('withdraw')).status).toBe(409);
    expect((await call(`GET ${path}`)).body.status).toBe('granted');
  });

  it('rejects updates, deletions and new notes in states that do not allow them', async () => {
    const call = await serve();
    const { path, act } = await createPermit(call);
    expect((await call(`PUT ${path}`, { area: 'Pier' })).status).toBe(200);
    expect((await call(`POST ${path}/notes`, { text: 'hi' })).status).toBe(201);
    await act('grant');
    expect((await call(`PUT ${path}`, { area: 'Dock' })).status).toBe(409);
    expect((await call(`POST ${path}/notes`, { text: 'hi' })).status).toBe(409);
    const kept = await call(`DELETE ${path}`);
    expect([kept.status, kept.text]).toEqual([422, expect.stringContaining('permitInUse')]);
    expect((await call(`GET ${path}`)).body).toMatchObject({ area: 'Pier', status: 'granted' });
  });

  it('rejects an action in a state that the description does not list', async () => {
    const call = await serve();
    const { act } = await createPermit(call);
    expect((await act('stamp')).status).toBe(409);
    await act('grant');
    expect((await act('stamp')).status).toBe(200);
  });

  it('ignores a sentence that says "usually"', async () => {
    const call = await serve();
    const { act } = await createPermit(call);
    expect((await act('extend')).status).toBe(200);
  });

  it('is overridden by a user-defined transition for the same operation', async () => {
    const transitions = { finish: { on: 'endPermit', from: ['sketch', 'granted'], to: 'ended' } };
    const call = await serve({ resources: { permits: { lifecycle: { member: 'status', transitions } } } });
    const { act } = await createPermit(call);
    expect((await act('end')).body.status).toBe('ended');
  });
});
