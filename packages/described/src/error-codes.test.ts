import { expect, test } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };

/** An API for boats that says its codes in the descriptions of the refusals. */
function boats(refusals: Readonly<Record<string, string>>, problem: object, more: object = {}) {
  const refused = Object.fromEntries(
    Object.entries(refusals).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: problem } } },
    ]),
  );
  const boat = {
    type: 'object',
    required: ['name', 'hull'],
    properties: {
      id: { ...text, readOnly: true },
      name: { ...text, minLength: 1 },
      hull: { type: 'object', required: ['length'], properties: { length: { type: 'number', minimum: 1 } } },
    },
  };
  const content = { 'application/json': { schema: boat } };
  return {
    openapi: '3.0.3',
    info: { title: 'Boats', version: '1' },
    security: [{ token: [] }],
    paths: {
      '/boats': {
        get: {
          operationId: 'listBoats',
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } }],
          responses: {
            200: { description: 'Boats', content: { 'application/json': { schema: { type: 'array', items: boat } } } },
            ...refused,
          },
        },
        post: {
          operationId: 'addBoat',
          requestBody: { required: true, content },
          responses: { 201: { description: 'The boat', content }, ...refused },
        },
      },
      '/boats/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { operationId: 'getBoat', responses: { 200: { description: 'The boat', content }, ...refused } },
        ...more,
      },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

const flat = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: text,
    message: text,
    errors: {
      type: 'array',
      items: { type: 'object', required: ['field', 'issue'], properties: { field: text, issue: text } },
    },
  },
};

async function serve(description: object) {
  const { api } = await describeText('boats', description);
  return createSender(await serveDescribed(api));
}

const signedIn = { authorization: 'Bearer any' };

test.each([
  [
    'in parentheses',
    {
      401: 'No token (`signInFirst`).',
      404: 'No boat has this id (code `noSuchBoat`).',
      422: 'The body is not valid (`badBoat`).',
    },
  ],
  [
    'at the start',
    {
      401: '`signInFirst`: there is no token.',
      404: '`noSuchBoat` when there is none.',
      422: '`badBoat` - the input is malformed.',
    },
  ],
  [
    'in a sentence',
    {
      401: 'The error code is `signInFirst`.',
      404: 'Answers with `noSuchBoat`.',
      422: 'Invalid input gets code `badBoat`.',
    },
  ],
])('an error has the code that its response description contains %s', async (_form, refusals) => {
  const send = await serve(boats(refusals, flat));
  expect((await send('GET /boats')).body.code).toBe('signInFirst');
  expect((await send('GET /boats/none', undefined, signedIn)).body.code).toBe('noSuchBoat');
  const refused = await send('POST /boats', { name: '', hull: { length: 0 } }, signedIn);
  expect([refused.status, refused.body.code]).toEqual([422, 'badBoat']);
});

test('an operation whose error has no described code uses the code of other operations', async () => {
  const description = boats({ 404: 'There is no such boat (`nothing_here`).' }, flat, {
    delete: {
      operationId: 'scrapBoat',
      responses: {
        204: { description: 'Gone' },
        404: { description: 'Unknown', content: { 'application/json': { schema: flat } } },
      },
    },
  });
  const send = await serve(description);
  await send('POST /boats', { name: 'Ada', hull: { length: 3 } }, signedIn);
  expect((await send('DELETE /boats/none', undefined, signedIn)).body.code).toBe('nothing_here');
});

test('does not take a parameter name in an error description for a code', async () => {
  const send = await serve(boats({ 422: 'The `limit` is too large, or `hull` is missing.' }, flat));
  expect((await send('GET /boats?limit=99', undefined, signedIn)).body.code).not.toBe('limit');
});

test.each([
  ['its name', { ...text }, ['name', 'length']],
  ['a JSON Pointer', { ...text, description: 'JSON Pointer to the member' }, ['/name', '/hull/length']],
  ['its path', { ...text, example: 'hull.length' }, ['name', 'hull.length']],
])('names each invalid property of a body by %s', async (_form, field, wanted) => {
  const item = { type: 'object', required: ['field', 'issue'], properties: { field, issue: text } };
  const problem = { ...flat, properties: { ...flat.properties, errors: { type: 'array', items: item } } };
  const send = await serve(boats({ 422: 'Not valid.' }, problem));
  const { body } = await send('POST /boats', { name: '', hull: { length: 0 } }, signedIn);
  expect(body.errors.map((each: { field: string }) => each.field)).toEqual(wanted);
  const list = await send('GET /boats?limit=99', undefined, signedIn);
  expect(list.body.errors.map((each: { field: string }) => each.field)).toEqual(['limit']);
});

test.each([
  ['describes a 428', false],
  ['requires the header', true],
])('a change without If-Match gets 428 if its operation %s', async (_how, required) => {
  const description = boats({ 428: 'The header is missing (`whichBoat`).', 412: 'Changed.' }, flat, {
    patch: {
      operationId: 'changeBoat',
      parameters: [{ name: 'If-Match', in: 'header', required, schema: text }],
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { name: text } } } } },
      responses: {
        200: {
          description: 'The boat',
          headers: { ETag: { schema: text } },
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        428: { description: 'The header is missing (`whichBoat`).', content: { 'application/json': { schema: flat } } },
        412: { description: 'It has changed.', content: { 'application/json': { schema: flat } } },
      },
    },
  });
  const send = await serve(description);
  const { body } = await send('POST /boats', { name: 'Ada', hull: { length: 3 } }, signedIn);
  const refused = await send(`PATCH /boats/${body.id}`, { name: 'Bob' }, signedIn);
  expect([refused.status, refused.body.code]).toEqual([428, 'whichBoat']);
  const stale = await send(`PATCH /boats/${body.id}`, { name: 'Bob' }, { ...signedIn, 'if-match': '"old"' });
  expect(stale.status).toBe(412);
  const { headers } = await send(`GET /boats/${body.id}`, undefined, signedIn);
  const changed = await send(
    `PATCH /boats/${body.id}`,
    { name: 'Bob' },
    { ...signedIn, 'if-match': String(headers.get('etag')) },
  );
  expect([changed.status, changed.body.name]).toEqual([200, 'Bob']);
});

test('fills an optional list of invalid properties, whatever its name', async () => {
  const item = { type: 'object', required: ['name', 'problem'], properties: { name: text, problem: text } };
  const problem = { ...flat, properties: { code: text, message: text, fields: { type: 'array', items: item } } };
  const send = await serve(boats({ 422: 'Not valid.' }, problem));
  const { body } = await send('POST /boats', { name: '', hull: { length: 3 } }, signedIn);
  expect(body.fields).toEqual([{ name: 'name', problem: expect.stringContaining('name') }]);
});

test('reads the status codes and error codes of all checks from one sentence of the introduction', async () => {
  const problem = { type: 'object', required: ['code'], properties: { code: text } };
  const description = boats({ 401: 'Refused', 404: 'Refused', 422: 'Refused' }, problem);
  const steps =
    'A request is checked in this order: key (401, code `no_key`), existence of the record (404, code `gone`), and the form of the body and the query (422, code `bad_form` unless an operation names another one).';
  const { writeModel } = await describeText('boats', {
    ...description,
    info: { ...description.info, description: steps },
  });
  expect(writeModel().full.errors).toMatchObject({
    unauthenticated: { code: 'no_key' },
    missing: { code: 'gone' },
    invalid: { code: 'bad_form' },
  });
});
