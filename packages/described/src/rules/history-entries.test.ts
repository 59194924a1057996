import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const object = (properties: Schema) => ({ type: 'object', properties });
const key = { name: 'id', in: 'path', required: true, schema: text };
const shown = (status = 200) => ({ [status]: { description: 'It', ...json({ $ref: '#/components/schemas/Thing' }) } });
const one = (...values: string[]) => ({ type: 'string', enum: values });

/** Things with actions, and a list below each with entries of this form. */
function describeThings(name: string, verbs: readonly string[], { path, entry }: { path: string; entry: Schema }) {
  const action = (verb: string) => [
    `/${name}/{id}/${verb}`,
    {
      parameters: [key],
      post: { operationId: `${verb}Thing`, requestBody: json(object({ note: text })), responses: shown() },
    },
  ];
  return {
    ...{ openapi: '3.1.0', info: { title: name, version: '1' } },
    paths: {
      [`/${name}`]: {
        post: { operationId: 'addThing', requestBody: json(object({ title: text })), responses: shown(201) },
      },
      [`/${name}/{id}`]: { parameters: [key], get: { operationId: 'getThing', responses: shown() } },
      ...Object.fromEntries(verbs.map(action)),
      [`/${name}/{id}/${path}`]: {
        parameters: [key],
        get: {
          ...{ operationId: 'listEntries', description: 'One entry per action, oldest first.' },
          responses: { 200: { description: 'All', ...json({ type: 'array', items: object(entry) }) } },
        },
      },
    },
    components: {
      schemas: { Thing: object({ id: text, title: text, stage: one('draft', 'sent', 'signed', 'paused', 'closed') }) },
    },
  };
}

const time = { type: 'string', format: 'date-time' };

describe('a history list', () => {
  it.each([
    ['contracts', ['send', 'sign'], 'history', 'action', ['created', 'sent', 'signed']],
    ['machines', ['pause', 'close'], 'log', 'event', ['added', 'paused', 'closed']],
    ['cases', ['close', 'send'], 'activities', 'type', ['created', 'closed', 'sent']],
  ])('of %s has one entry per operation', async (name, verbs, path, member, values) => {
    const entry = { [member]: one(...values), at: time, title: text };
    const { api } = await describeText(name, describeThings(name, verbs, { path, entry }));
    const send = createSender(await serveDescribed(api));
    const { id } = (await send(`POST /${name}`, { title: 'One' })).body;
    for (const verb of verbs) await send(`POST /${name}/${id}/${verb}`, {});
    const { body } = await send(`GET /${name}/${id}/${path}`);
    expect(body).toMatchObject(values.map((value) => ({ [member]: value, title: 'One', at: expect.any(String) })));
  });

  it('stores the action, the time and the note of the request', async () => {
    const entry = { action: one('created', 'sent'), at: time, note: { type: ['string', 'null'] }, newStage: text };
    const described = describeThings('contracts', ['send'], { path: 'history', entry });
    const { writeModel } = await describeText('contracts', described);
    const [effect] = Object.values(writeModel().full.operations?.['sendThing']?.then ?? {});
    expect(effect?.set).toEqual({ action: 'sent', at: '=now', note: '=has(body.note) ? body.note : null' });
  });

  it.each([
    ['comments', { kind: one('praise', 'blame'), at: time }],
    ['history', { action: text, at: time }],
    ['history', { action: one('created', 'exported', 'lost'), at: time }],
  ])('is not recognized at /%s unless its values name operations', async (path, entry) => {
    const { writeModel } = await describeText('contracts', describeThings('contracts', ['send'], { path, entry }));
    expect(writeModel().full.operations?.['sendThing']?.then).toBeUndefined();
  });
});
