import { expect, test } from 'vitest';
import {
  createContract,
  type Finding,
  createErrorFinding as finding,
  type JsonSchema,
  type ResponseParts,
} from './index.js';

function validateWith(
  responses: Record<string, unknown>,
  parts: Partial<ResponseParts>,
  schemas: Record<string, JsonSchema> = {},
): Finding[] {
  const contract = createContract('test', {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: { '/a': { get: { operationId: 'getA', responses } } },
    components: { schemas },
  });
  const operation = contract.operations.get('getA');
  if (operation === undefined) throw new Error('no operation');
  return operation.validateResponse({
    status: 200,
    headers: {},
    body: undefined,
    mediaType: 'application/json',
    empty: false,
    ...parts,
  });
}

function validateBody(schema: JsonSchema, body: unknown, schemas: Record<string, JsonSchema> = {}): Finding[] {
  return validateWith({ '200': { description: '', content: { 'application/json': { schema } } } }, { body }, schemas);
}

const undocumented = (name: string, expected?: string[]): Finding => {
  const message = `/body/${name} is not documented${expected === undefined ? '' : `; documented are ${expected.join(', ')}`}.`;
  const details = { ...(expected && { expected }), actual: 1 };
  return finding('response/undocumented-property', message, `/body/${name}`, details);
};

test('reports an undocumented status code, unless a range or default covers it', () => {
  const message = 'The status 500 is not documented for getA; documented are 200, 4XX.';
  expect(validateWith({ '200': {}, '4XX': {} }, { status: 500 })).toEqual([
    finding('response/undocumented-status', message, '/status', { expected: ['200', '4XX'], actual: 500 }),
  ]);
  expect(validateWith({ '4XX': {} }, { status: 404, empty: true })).toEqual([]);
  expect(validateWith({ default: {} }, { status: 500, empty: true })).toEqual([]);
});

test('does not validate a 400 problem about the Prefer header, but validates other problems', () => {
  const responses = { '400': { content: { 'application/json': { schema: { type: 'object' } } } } };
  const judge = (type: string, status = 400) =>
    validateWith(responses, { status, body: { type }, mediaType: 'application/problem+json' }).length;
  expect(judge('urn:understudy:problem:prefer')).toBe(0);
  expect(judge('urn:understudy:problem:prefer', 500)).toBe(1);
  expect(judge('urn:understudy:problem:other')).toBe(1);
});

test('reports a missing required header and an invalid header value', () => {
  const headers = {
    'Retry-After': { required: true, schema: { type: 'integer' } },
    'Content-Type': { required: true },
  };
  const pointer = '/headers/Retry-After';
  expect(validateWith({ '200': { headers } }, { empty: true })).toEqual([
    finding('response/required-header', 'The required header Retry-After is missing.', pointer),
  ]);
  expect(validateWith({ '200': { headers } }, { empty: true, headers: { 'retry-after': 'soon' } })).toEqual([
    finding('response/header-type', '/headers/Retry-After must be an integer, but is "soon".', pointer, {
      expected: 'integer',
      actual: 'soon',
    }),
  ]);
  expect(validateWith({ '200': { headers } }, { empty: true, headers: { 'retry-after': '1' } })).toEqual([]);
});

test('reports an undocumented body and a missing documented body', () => {
  expect(validateWith({ '204': {} }, { status: 204 })).toEqual([
    finding('response/unexpected-body', 'The status 204 of getA is documented without a body, but has one.', '/body'),
  ]);
  expect(validateWith({ '200': { content: { 'text/plain': {} } } }, { empty: true })).toEqual([
    finding('response/missing-body', 'The status 200 of getA is documented with a body, but has none.', '/body', {
      expected: ['text/plain'],
    }),
  ]);
});

test('reports an undocumented media type, ignoring media type parameters', () => {
  const responses = { '200': { content: { 'application/json': {} } } };
  const message = 'The Content-Type is text/html; documented for 200 of getA: application/json.';
  const pointer = '/headers/content-type';
  expect(validateWith(responses, { mediaType: 'text/html; charset=utf-8' })).toEqual([
    finding('response/undocumented-media-type', message, pointer, {
      expected: ['application/json'],
      actual: 'text/html',
    }),
  ]);
  expect(validateWith(responses, { mediaType: 'Application/JSON; charset=utf-8' })).toEqual([]);
});

test('validates an XML body against a string schema, but not against an object schema', () => {
  const responses = (type: string): Record<string, unknown> => ({
    '200': { content: { 'application/xml': { schema: { type, minLength: 5 } } } },
  });
  expect(validateWith(responses('object'), { mediaType: 'application/xml', body: '<a/>' })).toEqual([]);
  expect(validateWith(responses('string'), { mediaType: 'application/xml', body: '<a/>' })).toMatchObject([
    { pointer: '/body' },
  ]);
});

test('reports an invalid value in the body', () => {
  const message = '/body/a must be a string, but is 1.';
  expect(validateBody({ properties: { a: { type: 'string' } } }, { a: 1 })).toEqual([
    finding('response/body-type', message, '/body/a', { expected: 'string', actual: 1 }),
  ]);
});

const A: JsonSchema = { type: 'object', properties: { a: { type: 'integer' } } };
const B: JsonSchema = { type: 'object', properties: { b: { type: 'integer' } } };
const refA = { $ref: '#/components/schemas/A' };
const refB = { $ref: '#/components/schemas/B' };

test.each<[string, JsonSchema, unknown, Finding[]]>([
  ['in an inline schema', A, { a: 1, x: 1 }, [undocumented('x', ['a'])]],
  ['behind a $ref', refA, { a: 1, x: 1 }, [undocumented('x')]],
  ['under a property', { properties: { in: refA } }, { in: { x: 1 } }, [undocumented('in/x')]],
  ['in items', { items: refA }, [{ x: 1 }], [undocumented('0/x')]],
  ['in values of a map', { additionalProperties: refA }, { k: { x: 1 } }, [undocumented('k/x')]],
  ['across allOf', { allOf: [refA, refB] }, { a: 1, b: 1, x: 1 }, [undocumented('x')]],
  [
    'across oneOf',
    {
      oneOf: [
        { ...A, required: ['a'] },
        { ...B, required: ['b'] },
      ],
    },
    { a: 1, x: 1 },
    [undocumented('x')],
  ],
  [
    'across anyOf beside properties',
    { ...B, anyOf: [refA, { type: 'null' }] },
    { a: 1, b: 1, x: 1 },
    [undocumented('x', ['b'])],
  ],
  [
    'of another oneOf alternative',
    {
      oneOf: [
        { ...A, required: ['a'] },
        { ...B, required: ['b'] },
      ],
      properties: { c: {} },
    },
    { a: 1, c: 1 },
    [],
  ],
  ['allowed explicitly', { ...A, additionalProperties: true }, { x: 1 }, []],
  ['allowed by the target of a $ref', { $ref: '#/components/schemas/Open' }, { x: 1 }, []],
  ['of an object without documented properties', { type: 'object' }, { x: 1 }, []],
  ['forbidden explicitly, once', { ...A, additionalProperties: false }, { x: 1 }, [undocumented('x', ['a'])]],
])('checks undocumented properties %s', (_where, schema, body, expected) => {
  expect(validateBody(schema, body, { A, B, Open: { ...A, additionalProperties: true } })).toEqual(expected);
});

test('does not report documented properties as undocumented if one of them is invalid', () => {
  const found = validateBody({ allOf: [refA, refB] }, { a: 'x', b: 1 }, { A, B });
  expect(found.map(({ pointer }) => pointer)).toEqual(['/body/a']);
});

test('does not add defaults to a response', () => {
  const body = {};
  expect(validateBody({ properties: { a: { default: 1 } } }, body)).toEqual([]);
  expect(body).toEqual({});
});

test.each([
  ['application/octet-stream', 0],
  ['text/plain', 0],
  ['application/json', 1],
  ['application/xml', 1],
])('validates an empty %s body: %i findings', (type, count) => {
  const responses = { '200': { content: { [type]: {} } } };
  expect(validateWith(responses, { empty: true, mediaType: type })).toHaveLength(count);
});

test.each([
  ['a,1,b,2', false, 0],
  ['a=1,b=2', true, 0],
  ['a=1,b=x', true, 1],
])('validates the header object %s with explode %s: %i findings', (text, explode, count) => {
  const schema = { type: 'object', additionalProperties: { type: 'integer' } };
  const responses = { '200': { headers: { 'X-Object': { schema, explode } } } };
  expect(validateWith(responses, { empty: true, headers: { 'x-object': text } })).toHaveLength(count);
});

test('validates each Set-Cookie header as a separate cookie', () => {
  const list = { type: 'array', minItems: 2, items: { type: 'string', pattern: '^[a-z]+=' } };
  const responses = { '200': { headers: { 'Set-Cookie': { schema: list } } } };
  const validate = (text: string) => validateWith(responses, { empty: true, headers: { 'set-cookie': text } });
  expect([validate('a=1\nb=2'), validate('a=1').length]).toEqual([[], 1]);
});

test('requires no body for 204, 205 and 304, even if one is documented', () => {
  const content = { 'application/json': { schema: { type: 'object' } } };
  for (const status of [204, 205, 304])
    expect(validateWith({ [status]: { content } }, { status, empty: true, mediaType: undefined })).toEqual([]);
  expect(validateWith({ '200': { content } }, { empty: true })).toHaveLength(1);
});

test('allows any property in an object without documented properties', () => {
  expect(validateBody({ type: 'object', properties: {} }, { a: 1 })).toEqual([]);
  expect(validateBody({ type: 'object', properties: { b: {} } }, { a: 1 })).toHaveLength(1);
});
