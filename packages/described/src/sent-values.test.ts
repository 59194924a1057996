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

describe('a value that the request schema allows but the response schema does not', () => {
  it.each([
    ['an allowed enum value', { sent: { enum: ['COLLECT', 'PAY'] }, shown: { enum: ['DEBIT'] } }, 'COLLECT', 'DEBIT'],
    ['a constant', { sent: text, shown: { const: 'box' } }, 'x', 'box'],
    ['a value of the described type', { sent: { type: 'object' }, shown: { type: 'integer', enum: [3] } }, { a: 1 }, 3],
    ['the allowed items', { sent: list(text), shown: list({ enum: ['a', 'b'] }) }, ['a', 'z'], ['a']],
    [
      'an allowed nested value',
      {
        sent: { type: 'object', properties: { role: text, name: text } },
        shown: { type: 'object', required: ['role'], properties: { role: { enum: ['user'] }, name: text } },
      },
      { role: 'x', name: 'n' },
      { role: 'user', name: 'n' },
    ],
    [
      'an allowed variant',
      {
        sent: { anyOf: [kind('auto'), kind('fixed')] },
        shown: { anyOf: [kind('fixed', { size: text }), kind('other')] },
      },
      { type: 'auto' },
      { type: 'other' },
    ],
  ])('is replaced by %s', async (_what, schemas, sent, shown) => {
    const { make } = await serve(schemas);
    expect((await make(sent)).it).toEqual(shown);
  });

  it('does not change the stored record in an update', async () => {
    const { make, send } = await serve({ sent: { enum: ['a', 'z'] }, shown: { enum: ['b', 'a'] } });
    const box = await make('a');
    expect((await send(`PATCH /boxes/${box.id}`, { it: 'z' })).body).toEqual(box);
    expect((await send(`GET /boxes/${box.id}`)).body).toEqual(box);
  });

  it('is omitted if the property is optional', async () => {
    const { make } = await serve({
      sent: text,
      shown: { type: 'object', properties: { size: text } },
      required: ['id'],
    });
    expect(await make('big')).not.toHaveProperty('it');
  });
});

it('an object is returned as the variant that its type names, whatever other properties it has', async () => {
  const listed = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { enum: [name] }]));
  const shown = list({ anyOf: [kind('call', { name: text }), kind('image', listed)] });
  const { make } = await serve({ sent: list({ type: 'object' }), shown });
  const sent = { type: 'call', name: 'n', a: 'a', b: 'b', c: 'c', d: 'd' };
  expect((await make([sent])).it).toEqual([{ type: 'call', name: 'n' }]);
});

it('an enum value is returned in the spelling of the response schema', async () => {
  const { make } = await serve({ sent: { enum: ['in-progress'] }, shown: { enum: ['DONE', 'IN_PROGRESS'] } });
  expect((await make('in-progress')).it).toBe('IN_PROGRESS');
});

it('an id is returned in an object if the response schema describes one', async () => {
  const shown = { type: 'object', properties: { name: text, id: { type: 'integer' } }, required: ['id'] };
  const { make } = await serve({ sent: { type: ['integer', 'string'] }, shown });
  expect((await make(5)).it).toEqual({ id: 5 });
  expect((await make('7')).it).toEqual({ id: 7 });
});

describe('a string sent for a list of blocks', () => {
  const blocks = (...kinds: object[]) => list({ anyOf: kinds });
  const image = kind('image', { url: text });

  it.each([
    ['a text property', kind('text', { text }), { type: 'text', text: 'hello' }],
    [
      'a nested text object',
      kind('text', {
        text: { type: 'object', required: ['value', 'notes'], properties: { value: text, notes: list(text) } },
      }),
      { type: 'text', text: { value: 'hello', notes: [] } },
    ],
  ])('is stored as a block if blocks have %s', async (_what, block, shown) => {
    const { make } = await serve({ sent: { oneOf: [text, blocks(image, block)] }, shown: blocks(image, block) });
    expect((await make('hello')).it).toEqual([shown]);
    expect((await make([{ type: 'image', url: 'u' }])).it).toEqual([{ type: 'image', url: 'u' }]);
  });

  it('stays a string if the list allows strings', async () => {
    const { make } = await serve({ sent: text, shown: list({ anyOf: [kind('text', { text }), text] }) });
    expect((await make('hello')).it).toEqual(['hello']);
  });

  it('is not stored if no block can contain it', async () => {
    const { make } = await serve({ sent: text, shown: blocks(image) });
    expect((await make('hello')).it).toEqual([]);
  });
});

it('an enum value is kept if the schema also lists constants as alternatives', async () => {
  const { make } = await serve({
    sent: { enum: [0, 2] },
    shown: { type: 'integer', enum: [0, 2], allOf: [{ oneOf: [{ const: 1 }, { const: 0 }, { const: 2 }] }] },
  });
  expect((await make(2)).it).toBe(2);
});
