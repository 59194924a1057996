import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** Serves boxes whose member `it` has one schema in requests and another in responses. */
async function serve({ sent, shown, required = ['id', 'it'] }: { sent: object; shown: object; required?: string[] }) {
  const box = { type: 'object', required, properties: { id: text, it: shown } };
  const requestBody = { required: true, ...json({ type: 'object', properties: { it: sent } }) };
  const answers = (status: string) => ({ responses: { [status]: { description: '', ...json(box) } } });
  const { api } = await describeText('boxes', {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1' },
    paths: {
      '/boxes': { post: { operationId: 'createBox', requestBody, ...answers('201') } },
      '/boxes/{boxId}': {
        parameters: [{ name: 'boxId', in: 'path', required: true, schema: text }],
        get: { operationId: 'getBox', ...answers('200') },
        patch: { operationId: 'changeBox', requestBody, ...answers('200') },
        put: { operationId: 'replaceBox', requestBody, ...answers('200') },
      },
    },
  });
  const send = createSender(await serveDescribed(api));
  const note = async () => (await send('GET /_sim/journal?type=request&last=1')).body.entries[0].note;
  const make = async (it: unknown) => {
    const made = await send('POST /boxes', { it });
    expect([made.status, await note()]).toEqual([201, undefined]);
    expect((await send(`GET /boxes/${made.body.id}`)).body).toEqual(made.body);
    return made.body;
  };
  return { make, send, note };
}

const kind = (type: string, more: object = {}) => ({
  type: 'object',
  required: ['type', ...Object.keys(more)],
  properties: { type: { ...text, enum: [type] }, ...more },
});

describe('a value that the request permits and the record excludes', () => {
  it.each([
    ['other listed values', { sent: { enum: ['COLLECT', 'PAY'] }, shown: { enum: ['DEBIT'] } }, 'COLLECT', 'DEBIT'],
    ['a constant', { sent: text, shown: { const: 'box' } }, 'x', 'box'],
    ['another type', { sent: { type: 'object' }, shown: { type: 'integer', enum: [3] } }, { a: 1 }, 3],
    ['other listed items', { sent: list(text), shown: list({ enum: ['a', 'b'] }) }, ['a', 'z'], ['a']],
    [
      'a value in depth',
      {
        sent: { type: 'object', properties: { role: text, name: text } },
        shown: { type: 'object', required: ['role'], properties: { role: { enum: ['user'] }, name: text } },
      },
      { role: 'x', name: 'n' },
      { role: 'user', name: 'n' },
    ],
    [
      'another variant',
      {
        sent: { anyOf: [kind('auto'), kind('fixed')] },
        shown: { anyOf: [kind('fixed', { size: text }), kind('other')] },
      },
      { type: 'auto' },
      { type: 'other' },
    ],
  ])('is not stored in place of %s', async (_what, schemas, sent, shown) => {
    const { make } = await serve(schemas);
    expect((await make(sent)).it).toEqual(shown);
  });

  it('leaves a stored record as it was when it is changed', async () => {
    const { make, send } = await serve({ sent: { enum: ['a', 'z'] }, shown: { enum: ['b', 'a'] } });
    const box = await make('a');
    expect((await send(`PATCH /boxes/${box.id}`, { it: 'z' })).body).toEqual(box);
    expect((await send(`GET /boxes/${box.id}`)).body).toEqual(box);
  });

  it('is left out of an optional member', async () => {
    const { make } = await serve({
      sent: text,
      shown: { type: 'object', properties: { size: text } },
      required: ['id'],
    });
    expect(await make('big')).not.toHaveProperty('it');
  });
});

it('is shown as the kind that it names, whatever members of another kind it has', async () => {
  const listed = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { enum: [name] }]));
  const shown = list({ anyOf: [kind('call', { name: text }), kind('image', listed)] });
  const { make } = await serve({ sent: list({ type: 'object' }), shown });
  const sent = { type: 'call', name: 'n', a: 'a', b: 'b', c: 'c', d: 'd' };
  expect((await make([sent])).it).toEqual([{ type: 'call', name: 'n' }]);
});

it('shows a listed value in the notation of the record', async () => {
  const { make } = await serve({ sent: { enum: ['in-progress'] }, shown: { enum: ['DONE', 'IN_PROGRESS'] } });
  expect((await make('in-progress')).it).toBe('IN_PROGRESS');
});

it('shows the key of a record in the member of an object that holds it', async () => {
  const shown = { type: 'object', properties: { name: text, id: { type: 'integer' } }, required: ['id'] };
  const { make } = await serve({ sent: { type: ['integer', 'string'] }, shown });
  expect((await make(5)).it).toEqual({ id: 5 });
  expect((await make('7')).it).toEqual({ id: 7 });
});

describe('a text', () => {
  const blocks = (...kinds: object[]) => list({ anyOf: kinds });
  const image = kind('image', { url: text });

  it.each([
    ['a text', kind('text', { text }), { type: 'text', text: 'hello' }],
    [
      'an object with it',
      kind('text', {
        text: { type: 'object', required: ['value', 'notes'], properties: { value: text, notes: list(text) } },
      }),
      { type: 'text', text: { value: 'hello', notes: [] } },
    ],
  ])('is a block of a list whose blocks have %s', async (_what, block, shown) => {
    const { make } = await serve({ sent: { oneOf: [text, blocks(image, block)] }, shown: blocks(image, block) });
    expect((await make('hello')).it).toEqual([shown]);
    expect((await make([{ type: 'image', url: 'u' }])).it).toEqual([{ type: 'image', url: 'u' }]);
  });

  it('stays a text in a list of texts and blocks', async () => {
    const { make } = await serve({ sent: text, shown: list({ anyOf: [kind('text', { text }), text] }) });
    expect((await make('hello')).it).toEqual(['hello']);
  });

  it('is not stored where no block can show it', async () => {
    const { make } = await serve({ sent: text, shown: blocks(image) });
    expect((await make('hello')).it).toEqual([]);
  });
});

it('is shown as the constant that it is among the alternatives of a schema', async () => {
  const { make } = await serve({
    sent: { enum: [0, 2] },
    shown: { type: 'integer', enum: [0, 2], allOf: [{ oneOf: [{ const: 1 }, { const: 0 }, { const: 2 }] }] },
  });
  expect((await make(2)).it).toBe(2);
});
