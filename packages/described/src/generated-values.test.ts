import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });
const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });
const answer = (status: string, schema: object, more: object = {}) => ({
  responses: { [status]: { description: '', ...json(schema, more) } },
});

async function serve(paths: object, schemas: object = {}, count = 0) {
  const info = { title: 'Values', version: '1' };
  const { api } = await describeText('values', { openapi: '3.1.0', info, paths, components: { schemas } });
  const simulators = await serveDescribed(api, {
    sandbox: { ...emptySandbox, ...(count > 0 ? { seed: { values: { '*': count } } } : {}) },
  });
  const send = createSender(simulators);
  return { send, simulators };
}

describe('a generated response', () => {
  it.each([
    ['the example of an enum', { enum: ['a', 'b', 'c'], example: 'c' }, 'c'],
    ['the default of an enum', { enum: ['en', 'fi'], default: 'fi' }, 'fi'],
    ['the example of an enum of states', { enum: ['open', 'closed'], example: 'closed' }, 'closed'],
    ['the example of an enum of numbers', { enum: [1, 2, 3], example: 3 }, 3],
    ['a default', { type: 'string', default: 'list' }, 'list'],
    ['the example rather than the default', { type: 'string', default: 'list', example: 'page' }, 'page'],
  ])('has %s', async (_what, state, value) => {
    const { send } = await serve({ '/report': { get: answer('200', object({ state, object: state }, ['state'])) } });
    expect((await send('GET /report')).body).toEqual({ state: value, object: value });
  });

  it('has integers for numbers with an integer format', async () => {
    const number = { type: 'number', format: 'int32' };
    const { send } = await serve({ '/zone': { get: answer('200', object({ offset: number, total_price: number })) } });
    expect(Object.values((await send('GET /zone')).body)).toSatisfy((values: unknown[]) =>
      values.every(Number.isInteger),
    );
  });

  it('puts an example that is an array into the list property of its schema', async () => {
    const card = object({ id: text, kind: { const: 'base' } }, ['id']);
    const models = object({ object: { ...text, default: 'list' }, data: { type: 'array', items: card } });
    const { send } = await serve({ '/models': { get: answer('200', models, { example: [{ id: 'a' }] }) } });
    expect((await send('GET /models')).body).toEqual({ object: 'list', data: [{ id: 'a', kind: 'base' }] });
  });
});

describe('a generated number', () => {
  const now = Math.floor(Date.parse('2026-01-15T09:00:00Z') / 1000);
  it.each([
    ['vat', integer],
    ['duration', integer],
    ['version', integer],
    ['position', integer],
    ['seat', integer],
    ['leadTime', integer],
    ['created_by', integer],
    ['paidAt', { ...integer, example: 42 }],
    ['timestamp', { ...integer, description: 'Milliseconds to wait, a duration' }],
  ])('called %s is not a Unix time', async (name, schema) => {
    const { send } = await serve({
      '/jobs': { post: { ...job, ...answer('201', object({ id: text, [name]: schema }, ['id', name])) } },
      ...read,
    });
    const { body } = await send('POST /jobs', {});
    expect(body[name]).toBeLessThan(1e8);
  });

  it.each([
    ['paidAt', integer],
    ['created', integer],
    ['started_time', integer],
    ['moment', { ...integer, description: 'Unix timestamp of the payment' }],
    ['until', { ...integer, format: 'unix-time' }],
    ['paidAt', { ...integer, example: 1_600_000_000 }],
  ])('called %s is a Unix time if its name or its schema suggests it', async (name, schema) => {
    const { send } = await serve({
      '/jobs': { post: { ...job, ...answer('201', object({ id: text, [name]: schema }, ['id', name])) } },
      ...read,
    });
    const { body } = await send('POST /jobs', {});
    expect(body[name]).toBe(now);
  });
  const job = { operationId: 'createJob', requestBody: json(object({ model: text })) };
  const read = {
    '/jobs/{jobId}': {
      parameters: [{ name: 'jobId', in: 'path', required: true, schema: text }],
      get: { operationId: 'getJob', ...answer('200', object({ id: text })) },
    },
  };
});

describe('a chunk of an event stream', () => {
  it('has its required properties, including nested ones', async () => {
    const choice = object(
      {
        index: integer,
        delta: object({ content: text }),
        finish_reason: { type: ['string', 'null'], enum: ['stop', null] },
      },
      ['index', 'delta', 'finish_reason'],
    );
    const piece = object({ id: text, choices: { type: 'array', items: choice } }, ['id', 'choices']);
    const content = {
      ...json(object({ text: { ...text, example: 'one two three' } })).content,
      'text/event-stream': { schema: object({ data: piece }, ['data']) },
    };
    const requestBody = json(object({ prompt: text, stream: { type: 'boolean' } }));
    const { simulators } = await serve({
      '/chat': { post: { requestBody, responses: { '200': { description: '', content } } } },
    });
    const response = await simulators.fetch('http://understudy.local/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"prompt":"a","stream":true}',
    });
    const pieces = (await response.text()).match(/(?<=^data: )\{.*$/gm)?.map((line) => JSON.parse(line)) ?? [];
    expect(pieces.length).toBeGreaterThan(2);
    for (const each of pieces)
      expect(each).toMatchObject({ id: expect.any(String), choices: [{ index: expect.any(Number), delta: {} }] });
    expect(pieces.map(({ choices }) => choices[0].finish_reason)).toEqual([...pieces.slice(1).map(() => null), 'stop']);
  });
});

describe('a resource with a discriminator base schema', () => {
  const vehicle = {
    ...object({ kind: text, id: { ...text, readOnly: true } }, ['kind']),
    discriminator: {
      propertyName: 'kind',
      mapping: { bike: '#/components/schemas/Bike', truck: '#/components/schemas/Truck' },
    },
  };
  const child = (properties: object) => ({
    allOf: [{ $ref: '#/components/schemas/Vehicle' }, object(properties, Object.keys(properties))],
  });
  const schemas = { Vehicle: vehicle, Bike: child({ gears: integer }), Truck: child({ tons: { type: 'number' } }) };
  const reference = { $ref: '#/components/schemas/Vehicle' };
  const paths = {
    '/vehicles': {
      get: { operationId: 'listVehicles', ...answer('200', { type: 'array', items: reference }) },
      post: { operationId: 'createVehicle', requestBody: json(reference), ...answer('201', reference) },
    },
    '/best': { get: answer('200', reference) },
  };

  it("is generated as one of its subtypes, with that subtype's properties", async () => {
    const { send } = await serve(paths, schemas, 6);
    const { body } = await send('GET /vehicles');
    const isReal = ({ kind, gears, tons }: Record<string, unknown>) =>
      (kind === 'bike' && Number.isInteger(gears)) || (kind === 'truck' && typeof tons === 'number');
    expect(body.filter(isReal)).toHaveLength(body.length);
    expect(new Set(body.map(({ kind }: { kind: string }) => kind)).size).toBe(2);
    expect((await send('GET /best')).body).toSatisfy(isReal);
  });

  it('returns a created record with the required properties of its subtype', async () => {
    const { send } = await serve(paths, schemas);
    expect((await send('POST /vehicles', { kind: 'bike' })).body).toMatchObject({
      kind: 'bike',
      gears: expect.any(Number),
    });
  });

  it('rejects a subtype that is not in its mapping', async () => {
    const { send } = await serve(paths, schemas);
    expect(await send('POST /vehicles', { kind: 'boat' })).toMatchObject({ status: 400 });
  });

  it.each(['Bike', 'Truck'])('uses schema names as subtypes if it has no mapping: %s', async (name) => {
    const free = { ...vehicle, discriminator: { propertyName: 'kind' } };
    const { send } = await serve(paths, { ...schemas, Vehicle: free }, 6);
    const { body } = await send('GET /vehicles');
    expect(body.map(({ kind }: { kind: string }) => kind)).toContain(name);
  });
});

it('writes page links in the form that their schema describes', async () => {
  const link = object({ href: text, method: { ...text, default: 'GET' } }, ['href', 'method']);
  const links = object({ first_page: link, last_page: link, next_page: link });
  const page = object({ count: text, results: { type: 'array', items: object({ id: text }) }, _links: links });
  const parameters = [
    { name: 'page', in: 'query', schema: integer },
    { name: 'page_size', in: 'query', schema: integer },
  ];
  const requestBody = json(object({ name: text }));
  const paths = {
    '/cards': {
      get: { operationId: 'listCards', parameters, ...answer('200', page) },
      post: { operationId: 'createCard', requestBody, ...answer('201', object({ id: text }, ['id'])) },
    },
  };
  const { send } = await serve(paths, {}, 3);
  const { body } = await send('GET /cards?page_size=1');
  expect(body.count).toBe('3');
  expect(body._links).toEqual({
    first_page: { href: expect.stringMatching(/page=1$/), method: 'GET' },
    last_page: { href: expect.stringMatching(/page=3$/), method: 'GET' },
    next_page: { href: expect.stringMatching(/page=2$/), method: 'GET' },
  });
});
