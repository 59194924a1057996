import { expect, test } from 'vitest';
import {
  createContract,
  type Finding,
  createErrorFinding as finding,
  type JsonSchema,
  type OperationInput,
  type RequestParts,
} from './index.js';

interface Description {
  parameters?: Record<string, unknown>[];
  schema?: JsonSchema;
  mediaType?: string;
  required?: boolean;
  schemas?: Record<string, JsonSchema>;
}

function validate(
  description: Description,
  parts: Partial<RequestParts>,
): { input: OperationInput; findings: Finding[] } {
  const { parameters = [], schema, mediaType = 'application/json', required = true, schemas = {} } = description;
  const body = schema === undefined ? {} : { requestBody: { required, content: { [mediaType]: { schema } } } };
  const contract = createContract('test', {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: { '/a': { post: { operationId: 'a', parameters, ...body, responses: {} } } },
    components: { schemas },
  });
  const operation = contract.operations.get('a');
  if (operation === undefined) throw new Error('no operation');
  return operation.validateRequest({
    path: {},
    query: new URLSearchParams(),
    headers: {},
    mediaType: 'application/json',
    ...parts,
  });
}

function query(schema: JsonSchema, text: string): { input: OperationInput; findings: Finding[] } {
  return validate({ parameters: [{ name: 'q', in: 'query', schema }] }, { query: new URLSearchParams(text) });
}

test('matches headers case-insensitively, and returns them under their documented names', () => {
  const parameters = [{ name: 'tenantId', in: 'header', required: true, schema: { type: 'string' } }];
  const { input, findings } = validate({ parameters }, { headers: { tenantid: 'acme', other: 'x' } });
  expect(findings).toEqual([]);
  expect(input).toEqual({ path: {}, query: {}, headers: { tenantId: 'acme' }, body: undefined });
});

test.each([[{}], [{ jobid: '' }]])('reports a required header that is missing or empty: %j', (headers) => {
  const parameters = [{ name: 'jobId', in: 'header', required: true, schema: { type: 'string' } }];
  const message = 'The required header jobId is missing.';
  expect(validate({ parameters }, { headers }).findings).toEqual([
    finding('request/required-header', message, '/headers/jobId'),
  ]);
});

test.each(['header', 'path'])('reports a missing required %s parameter named "constructor"', (place) => {
  const parameters = [{ name: 'constructor', in: place, required: true, schema: { type: 'string', pattern: 'x' } }];
  expect(validate({ parameters }, {}).findings).toMatchObject([{ ruleId: `request/required-${place}` }]);
});

test('ignores header parameters named Authorization, Accept and Content-Type', () => {
  const parameters = ['Authorization', 'Accept', 'Content-Type'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: {},
  }));
  expect(validate({ parameters }, {}).findings).toEqual([]);
});

test.each([
  [{ type: 'integer' }, 'q=12', 12],
  [{ type: 'integer' }, 'q=-0', 0],
  [{ type: 'integer' }, `q=${'9'.repeat(400)}`, Number.MAX_VALUE],
  [{ type: 'number' }, 'q=1.5e2', 150],
  [{ type: 'boolean' }, 'q=false', false],
  [{ type: 'string' }, 'q=12', '12'],
  [{ type: ['integer', 'string'] }, 'q=x', 'x'],
  [{ $ref: '#/components/schemas/None' }, 'q=12', '12'],
  [{ enum: [1, 2] }, 'q=2', 2],
  [{ type: 'array', items: { type: 'integer' } }, 'q=1&q=2', [1, 2]],
  [{ type: 'array', items: { type: 'integer' } }, 'q=1,2', [1, 2]],
])('a query parameter with the schema %j is parsed from %s to %j', (schema, text, expected) => {
  expect(query(schema, text).input.query).toEqual({ q: expected });
});

test.each(['1.5', 'abc', '', '1e3', '007', '+1', ' 1'])('rejects %j for an integer query parameter', (text) => {
  const message = `/query/q must be an integer, but is ${JSON.stringify(text)}.`;
  const parameters = [{ name: 'q', in: 'query', schema: { type: 'integer' } }];
  const found = validate({ parameters }, { query: new URLSearchParams([['q', text]]) }).findings;
  expect(found).toEqual([finding('request/query-type', message, '/query/q', { expected: 'integer', actual: text })]);
});

test('rejects a repeated query parameter that accepts only one value', () => {
  const message = '/query/q accepts only one value, but is given 2 times.';
  expect(query({ type: 'string' }, 'q=a&q=b').findings).toEqual([
    finding('request/repeated-query', message, '/query/q', { actual: ['a', 'b'] }),
  ]);
});

test('checks the minimum of a query parameter', () => {
  const message = '/query/q must be at least 1, but is 0.';
  expect(query({ type: 'integer', minimum: 1 }, 'q=0').findings).toEqual([
    finding('request/query-minimum', message, '/query/q', { expected: 1, actual: 0 }),
  ]);
});

test('applies defaults to parameters and the body, and ignores unknown query parameters', () => {
  const { input, findings } = validate(
    {
      parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', default: 1 } }],
      schema: { type: 'object', properties: { size: { type: 'integer', default: 10 } } },
    },
    { query: new URLSearchParams('x=1'), body: { more: true } },
  );
  expect(findings).toEqual([]);
  expect(input).toEqual({ path: {}, query: { page: 1 }, headers: {}, body: { size: 10, more: true } });
});

test('reports findings in the order headers, path, query, body', () => {
  const integer = { type: 'integer' };
  const parameters = [
    { name: 'q', in: 'query', schema: integer },
    { name: 'p', in: 'path', required: true, schema: integer },
    { name: 'h', in: 'header', schema: integer },
  ];
  const parts = { path: { p: 'x' }, query: new URLSearchParams('q=x'), headers: { h: 'x' }, body: 'x' };
  const { findings } = validate({ parameters, schema: integer }, parts);
  expect(findings.map(({ pointer }) => pointer)).toEqual(['/headers/h', '/path/p', '/query/q', '/body']);
});

test('reports a missing request body only if it is required', () => {
  const message = 'The required body is missing.';
  expect(validate({ schema: true }, {}).findings).toEqual([finding('request/required-body', message, '/body')]);
  expect(validate({ schema: true, required: false }, {}).findings).toEqual([]);
});

test('reports a request body with an undocumented media type', () => {
  const message = 'The Content-Type of the body is text/plain; it must be application/json.';
  expect(validate({ schema: true }, { body: 'x', mediaType: 'text/plain; charset=utf-8' }).findings).toEqual([
    finding('request/media-type', message, '/headers/content-type', {
      expected: ['application/json'],
      actual: 'text/plain',
    }),
  ]);
});

test('accepts any Content-Type or none for the media range */*', () => {
  expect(validate({ schema: true, mediaType: '*/*' }, { body: 'x', mediaType: 'a/b' }).findings).toEqual([]);
  expect(validate({ schema: true, mediaType: '*/*' }, { body: 'x', mediaType: '' }).findings).toEqual([]);
});

test('accepts decoded JSON without Content-Type, but rejects bytes', () => {
  expect(validate({ schema: true }, { body: { a: 1 }, mediaType: '' }).findings).toEqual([]);
  const message = 'The Content-Type of the body is missing; it must be application/json.';
  const pointer = '/headers/content-type';
  expect(validate({ schema: true }, { body: new Uint8Array(1), mediaType: '' }).findings).toEqual([
    finding('request/media-type', message, pointer, { expected: ['application/json'] }),
  ]);
});

test('ignores a body if the operation documents none', () => {
  expect(validate({}, { body: { a: 1 } })).toEqual({
    input: { path: {}, query: {}, headers: {}, body: undefined },
    findings: [],
  });
});

const form = 'application/x-www-form-urlencoded';

test('converts a form to an object according to its schema', () => {
  const schema = { properties: { id: { type: 'integer' }, tag: { type: 'array', items: { type: 'string' } } } };
  const body = [
    ['id', '7'],
    ['tag', 'a'],
    ['tag', 'b'],
    ['__proto__', 'x'],
  ];
  const { input, findings } = validate({ schema, mediaType: form }, { body, mediaType: form });
  expect(findings).toEqual([]);
  expect(Object.entries(input.body ?? {})).toEqual([
    ['id', 7],
    ['tag', ['a', 'b']],
    ['__proto__', 'x'],
  ]);
});

const price = { type: 'object', properties: { amount: { type: 'integer' }, live: { type: 'boolean' } } };
const order = {
  allOf: [{ properties: { live: { type: 'boolean' }, address: { properties: { lines: { type: 'array' } } } } }],
  properties: {
    items: { anyOf: [{ type: 'array', items: { anyOf: [{ type: 'string' }, price] } }, { enum: [''] }] },
    metadata: { anyOf: [{ type: 'object', additionalProperties: { type: 'string' } }, { enum: [''] }] },
    counts: { type: 'object', additionalProperties: { type: 'integer' } },
    price,
    prices: { type: 'array', items: price },
  },
};
test.each<[string, unknown]>([
  ['live=true&price[live]=false&price[amount]=7', { live: true, price: { live: false, amount: 7 } }],
  ['items[0][amount]=1&items[0][live]=true&items[1]=x', { items: [{ amount: 1, live: true }, 'x'] }],
  ['prices[][amount]=1&prices[][live]=true&prices[][amount]=2', { prices: [{ amount: 1, live: true }, { amount: 2 }] }],
  ['prices[999][amount]=1&prices[998][amount]=2', { prices: [{ amount: 1 }, { amount: 2 }] }],
  [
    'metadata[order]=7&metadata[__proto__]=x&metadata[0]=y',
    { metadata: JSON.parse('{"0":"y","order":"7","__proto__":"x"}') },
  ],
  ['metadata=', { metadata: '' }],
  ['counts[a]=1&counts[0]=2', { counts: { a: 1, 0: 2 } }],
  ['address[lines][]=a&address[lines][]=b', { address: { lines: ['a', 'b'] } }],
  ['expand[]=customer&expand[]=lines&other[a][b]=1', { expand: ['customer', 'lines'], other: { a: { b: '1' } } }],
  ['price={"amount":3}&prices=[{"amount":4}]', { price: { amount: 3 }, prices: [{ amount: 4 }] }],
  ['a[b=1&[c]=2&d[]e=3', { 'a[b': '1', '[c]': '2', 'd[]e': '3' }],
])('converts nested form names to objects and arrays: %s', (text, expected) => {
  const body = text.split('&').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  const { input, findings } = validate({ schema: order, mediaType: form }, { body, mediaType: form });
  expect([findings, input.body]).toEqual([[], expected]);
});

test('converts a form with 4,000 deeply nested names to a body under 200,000 characters', () => {
  const deep = Array.from({ length: 4000 }, (_none, index) => [`a${'[999]'.repeat(15)}[${index % 1000}]`, 'x']);
  const { input } = validate({ schema: order, mediaType: form }, { body: deep, mediaType: form });
  expect(JSON.stringify(input.body).length).toBeLessThan(200_000);
});

test('reports a repeated form field, ignoring its case if x-case-insensitive is set', () => {
  const schema = { properties: { scope: { type: 'string' } }, 'x-case-insensitive': true };
  const body = [
    ['scope', 'a'],
    ['Scope', 'b'],
  ];
  const message = '/body/scope accepts only one value, but is given more than once.';
  expect(validate({ schema, mediaType: form }, { body, mediaType: form }).findings).toEqual([
    finding('request/repeated-field', message, '/body/scope'),
  ]);
});

test('accepts a query parameter named "tags[]" with or without the brackets', () => {
  const parameters = [{ name: 'tags[]', in: 'query', schema: { type: 'array', items: { type: 'integer' } } }];
  for (const text of ['tags[]=1&tags[]=2', 'tags=1&tags=2', 'tags=1,2', 'tags%5B%5D=1&tags=2']) {
    const { input, findings } = validate({ parameters }, { query: new URLSearchParams(text) });
    expect([input.query, findings]).toEqual([{ 'tags[]': [1, 2] }, []]);
  }
});

test('converts a multipart form to an object according to its schema', () => {
  const schema = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string' }, on: { type: 'boolean' } },
  };
  const mediaType = 'multipart/form-data';
  const body = [
    ['file', 'a.xml'],
    ['on', 'true'],
  ];
  const { input, findings } = validate({ schema, mediaType }, { body, mediaType });
  expect([input.body, findings]).toEqual([{ file: 'a.xml', on: true }, []]);
});
