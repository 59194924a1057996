import { readModel } from '@understudy/model';
import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const instant = { type: 'string', format: 'date-time' };

function json(schema: object) {
  return { content: { 'application/json': { schema } } };
}

const task = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    date_created: { ...instant, readOnly: true },
    createdAt: instant,
    lastModified: { type: 'integer', example: 1700000000 },
    added: { ...text, example: 'by hand' },
    metadata: { type: 'object', properties: { creationTimestamp: instant, updated: instant, label: text } },
  },
};
const byId = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] };
const answers = (status: number) => ({ responses: { [status]: { description: 'Done', ...json(task) } } });
const takes = { requestBody: json(task) };
const description = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': { post: { operationId: 'createTask', ...takes, ...answers(201) } },
    '/tasks/{id}': {
      ...byId,
      get: { operationId: 'getTask', ...answers(200) },
      put: { operationId: 'replaceTask', ...takes, ...answers(200) },
      patch: { operationId: 'updateTask', ...takes, ...answers(200) },
    },
    '/estimates:compute': {
      post: {
        operationId: 'computeEstimate',
        ...json({}),
        responses: {
          200: { description: 'Done', ...json({ type: 'object', properties: { size: text, created: instant } }) },
        },
      },
    },
  },
};

async function serve(model: object = {}) {
  const { api } = await describeText('tasks', description, { model: readModel({ understudy: 1, ...model }) });
  return createSender(await serveDescribed(api));
}

const start = '2026-01-15T09:00:00.000Z';
const later = '2026-01-15T10:00:00.000Z';

describe('creation and update times', () => {
  it('are set in the format of each property, unless its example is not a time', async () => {
    const call = await serve();
    const { body } = await call('POST /tasks', { title: 'a' });
    expect(body).toMatchObject({
      date_created: start,
      createdAt: start,
      lastModified: Date.parse(start) / 1000,
      metadata: { creationTimestamp: start, updated: start },
    });
    expect(body.added).not.toBe(start);
  });

  it('after a PATCH or PUT, only the update time changes', async () => {
    const call = await serve();
    const { body: created } = await call('POST /tasks', { title: 'a' });
    await call('POST /_sim/clock/advance', { by: 'PT1H' });
    const changed = { date_created: start, createdAt: start, lastModified: Date.parse(later) / 1000 };
    const patched = await call(`PATCH /tasks/${created.id}`, { title: 'b', metadata: { label: 'x' } });
    expect(patched.body).toMatchObject({
      ...changed,
      metadata: { creationTimestamp: start, updated: later, label: 'x' },
    });
    const replaced = await call(`PUT /tasks/${created.id}`, { title: 'c' });
    expect(replaced.body).toMatchObject({ ...changed, metadata: { updated: later } });
  });

  it('can be sent at creation if the property is not readOnly', async () => {
    const call = await serve();
    const given = '2020-02-03T04:05:06.000Z';
    const { body } = await call('POST /tasks', { title: 'a', createdAt: given });
    expect(body).toMatchObject({ date_created: start, createdAt: given });
  });

  it('can be replaced or removed in the model', async () => {
    const call = await serve({
      resources: { tasks: { members: { createdAt: { value: 'now + days(1)' }, lastModified: null } } },
    });
    const { body } = await call('POST /tasks', { title: 'a' });
    expect(body).toMatchObject({ date_created: start, createdAt: '2026-01-16T09:00:00.000Z' });
    expect(body.lastModified).not.toBe(Date.parse(start) / 1000);
    await call('POST /_sim/clock/advance', { by: 'PT1H' });
    expect((await call(`GET /tasks/${body.id}`)).body.createdAt).toBe('2026-01-16T10:00:00.000Z');
  });

  it('in a response without a record are the time of the request', async () => {
    const call = await serve();
    expect((await call('POST /estimates:compute', {})).body.created).toBe(start);
  });
});
