import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });
const id = { name: 'boxId', in: 'path', required: true, schema: text };

/** Serves boxes whose responses have this schema, and whose requests can have any members. */
async function serve(
  box: object,
  { list = {}, created = {}, schemas = {} }: { list?: object; created?: object; schemas?: object } = {},
) {
  const answers = (status: string, schema: object, more: object = {}) => ({
    responses: { [status]: { description: '', ...json(schema, more) }, '404': { description: '' } },
  });
  const requestBody = { required: true, ...json(object({})) };
  const { api } = await describeText('boxes', {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1' },
    paths: {
      '/boxes': {
        get: { operationId: 'listBoxes', ...answers('200', { type: 'array', items: box, ...list }) },
        post: { operationId: 'createBox', requestBody, ...answers('201', box, created) },
      },
      '/boxes/{boxId}': {
        parameters: [id],
        get: { operationId: 'getBox', ...answers('200', box) },
        patch: { operationId: 'changeBox', requestBody, ...answers('200', box) },
      },
    },
    components: { schemas },
  });
  const send = createSender(await serveDescribed(api));
  const note = async () => (await send('GET /_sim/journal?type=request&last=1')).body.entries[0].note;
  return { send, note };
}

const box = object({ id: text, name: text, filter: object({ name: text, note: text }) }, { required: ['id', 'name'] });

describe('a stored record', () => {
  it('is returned as stored even if it does not match its schema, with a note', async () => {
    const { send, note } = await serve(box);
    const filter = { name: 'a', note: [1, 2] };
    const made = await send('POST /boxes', { name: 'x', filter });
    expect(made).toMatchObject({ status: 201, body: { name: 'x', filter } });
    expect(await note()).toContain('/body/filter/note must be a string');
    const read = await send(`GET /boxes/${made.body.id}`);
    expect(read.body).toEqual(made.body);
    expect((await send('GET /boxes')).body).toEqual([made.body]);
    expect(await note()).toContain('The response shows what is stored, which does not fit the description');
  });

  it.each([
    ['a number', 7, '7'],
    ['an object', { a: 1 }, { a: 1 }],
    ['a list', ['a'], ['a']],
  ])('returns %s that was sent for a string property', async (_what, name, shown) => {
    const { send } = await serve(box);
    const { body } = await send('POST /boxes', { name });
    expect(body.name).toEqual(shown);
    expect((await send(`GET /boxes/${body.id}`)).body).toEqual(body);
  });

  it.each([
    ['an enum', { enum: ['a', 'b'] }, 'c'],
    ['a constant', { const: 'a' }, 'c'],
    ['a pattern', { type: 'string', pattern: '^[0-9]+$' }, 'c'],
    ['a format', { type: 'string', format: 'date-time' }, 'c'],
    ['a range', { type: 'integer', minimum: 5 }, 1],
    ['oneOf', { oneOf: [{ type: 'integer' }, { type: 'boolean' }] }, 'c'],
  ])('keeps a value that %s excludes', async (_what, kind, value) => {
    const { send, note } = await serve(object({ id: text, kind }, { required: ['id', 'kind'] }));
    const { body } = await send('POST /boxes', { kind: value });
    expect(body.kind).toBe(value);
    expect(await note()).toContain('/body/kind');
    expect((await send('GET /boxes')).body).toEqual([body]);
  });

  it('is listed even if it matches no variant', async () => {
    const variant = (kind: number, more: object) =>
      object({ id: text, kind: { enum: [kind] }, ...more }, { required: ['id', 'kind', ...Object.keys(more)] });
    const { send } = await serve(
      { oneOf: [variant(0, { name: text }), variant(1, { people: { type: 'array' } })] },
      { list: { type: ['array', 'null'] } },
    );
    const { body } = await send('POST /boxes', { kind: 7, name: 'x' });
    expect(body).toMatchObject({ kind: 7, name: 'x' });
    for (let read = 0; read < 5; read += 1) expect((await send('GET /boxes')).body).toEqual([body]);
  });

  it('gets a value that both its enum and its oneOf allow', async () => {
    const kinds = { type: 'integer', oneOf: [{ const: 1 }, { const: 0 }, { const: 2 }] };
    const kind = { type: 'integer', enum: [0, 2], allOf: [{ $ref: '#/components/schemas/Kinds' }] };
    const { send, note } = await serve(object({ id: text, kind }, { required: ['id', 'kind'] }), {
      schemas: { Kinds: kinds },
    });
    const { body } = await send('POST /boxes', {});
    expect([0, 2]).toContain(body.kind);
    expect(await note()).toBeUndefined();
    expect((await send('POST /boxes', { kind: 2 })).body.kind).toBe(2);
  });

  it('gets missing required properties, even nested ones, from example, default or enum', async () => {
    const net = object(
      {
        ip: { ...text, example: '192.0.2.7' },
        port: { type: 'integer', default: 80 },
        kind: { enum: ['a', 'b'], example: 'b' },
        note: text,
      },
      { required: ['ip', 'port', 'kind'] },
    );
    const { send } = await serve(
      object({ id: text, net: object({ v4: net }, { required: ['v4'] }) }, { required: ['id', 'net'] }),
    );
    const { body } = await send('POST /boxes', { net: { v4: { note: 'x' } } });
    expect(body.net).toEqual({ v4: { note: 'x', ip: '192.0.2.7', port: 80, kind: 'b' } });
  });

  it('is returned as updated even if it does not match its schema', async () => {
    const { send, note } = await serve(box);
    const { body } = await send('POST /boxes', { name: 'x' });
    const record = { id: body.id, name: { first: 'x' } };
    expect((await send(`PATCH /boxes/${body.id}`, { name: { first: 'x' } })).body).toEqual(record);
    expect((await send(`GET /boxes/${body.id}`)).body).toEqual(record);
    expect(await note()).toContain('/body/name');
  });
});

describe('an incomplete example', () => {
  it('is completed with nested properties that have an example', async () => {
    const net = object({ id: { type: 'integer', example: 7 }, ip: text });
    const schema = object(
      { id: { type: 'integer' }, name: text, net: object({ v4: net }) },
      { required: ['id', 'name', 'net'] },
    );
    const example = { id: 1, name: 'my-box', net: { v4: { ip: '1.2.3.4' } } };
    const { send } = await serve(schema, { created: { example } });
    const { body } = await send('POST /boxes', { name: 'x' });
    expect(body).toMatchObject({ name: 'x', net: { v4: { id: 7, ip: '1.2.3.4' } } });
  });
});

describe('a record that exists without a create request', () => {
  const number = { type: 'string', pattern: '^INV-[0-9]{6}$' };
  const serveInvoices = async (invoice: object, example: object = {}) => {
    const { api } = await describeText('invoices', {
      openapi: '3.1.0',
      info: { title: 'Invoices', version: '1' },
      paths: {
        '/invoices/{number}': {
          parameters: [{ name: 'number', in: 'path', required: true, schema: text }],
          get: {
            operationId: 'getInvoice',
            responses: { '200': { description: '', ...json(invoice, example) }, '404': { description: '' } },
          },
        },
      },
    });
    return createSender(await serveDescribed(api));
  };

  it('exists only under ids that its schema allows', async () => {
    const send = await serveInvoices(object({ number, total: { type: 'number' } }, { required: ['number', 'total'] }));
    expect(await send('GET /invoices/INV-000001')).toMatchObject({ status: 200, body: { number: 'INV-000001' } });
    expect(await send('GET /invoices/INV-1')).toMatchObject({ status: 404 });
  });

  it.each([
    ['7', 200],
    ['7.5', 404],
  ])('with an integer id: GET %s returns %i', async (key, status) => {
    const send = await serveInvoices(object({ number: { type: 'integer' } }, { required: ['number'] }));
    expect((await send(`GET /invoices/${key}`)).status).toBe(status);
  });

  it('has valid values even if its example is invalid', async () => {
    const invoice = object({ number, total: { type: 'number' } }, { required: ['number', 'total'] });
    const send = await serveInvoices(invoice, { example: { number: 'INV-000002', total: 'ten', note: 'x' } });
    const { body } = await send('GET /invoices/INV-000003');
    expect(body).toEqual({ number: 'INV-000003', total: expect.any(Number) });
  });
});

it('keeps values that a client sends and corrects values that the server adds', async () => {
  const net = object(
    { port: { type: 'integer', maximum: 10, example: 99 }, name: text },
    { required: ['port', 'name'] },
  );
  const { send } = await serve(object({ id: text, name: text, net }, { required: ['id', 'net'] }));
  const { body } = await send('POST /boxes', { name: 5 });
  expect(body.name).toBe('5');
  expect(body.net.port).toBeLessThanOrEqual(10);
});

it('stores only the properties that the request schema describes', async () => {
  const text = { type: 'string' };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const shown = { type: 'object', properties: { id: text, title: text, status: text, renewals: { type: 'integer' } } };
  const taken = json({ type: 'object', properties: { title: text } });
  const answers = (status: number) => ({ [status]: { description: 'Done', ...json(shown) } });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const { api } = await describeText('loans', {
    openapi: '3.1.0',
    info: { title: 'Loans', version: '1' },
    paths: {
      '/loans': { post: { operationId: 'addLoan', requestBody: taken, responses: answers(201) } },
      '/loans/{id}': {
        parameters,
        get: { operationId: 'getLoan', responses: answers(200) },
        patch: { operationId: 'changeLoan', requestBody: taken, responses: answers(200) },
        put: { operationId: 'replaceLoan', requestBody: taken, responses: answers(200) },
      },
    },
  });
  const call = createSender(await serveDescribed(api));
  const sent = { id: 'mine', title: 'Emma', status: 'returned', renewals: 2, note: 'free' };
  const { id } = (await call('POST /loans', sent)).body;
  expect(id).not.toBe('mine');
  for (const method of ['PATCH', 'PUT']) await call(`${method} /loans/${id}`, { ...sent, title: 'Persuasion' });
  const { body } = await call(`GET /loans/${id}`);
  expect(body).toMatchObject({ id, title: 'Persuasion' });
  expect([body.status === 'returned', body.renewals === 2]).toEqual([false, false]);
});
