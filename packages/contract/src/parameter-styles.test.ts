import { expect, test } from 'vitest';
import { createContract, type RequestParts, type ValidatedParts } from './index.js';

function read(parameter: Record<string, unknown>, parts: Partial<RequestParts>): ValidatedParts {
  const contract = createContract('test', {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: { '/a': { get: { operationId: 'a', parameters: [{ name: 'p', ...parameter }], responses: {} } } },
    components: { schemas: { Ids: { type: 'array', items: { type: 'integer' } }, Box: box } },
  });
  const operation = contract.operations.get('a');
  if (operation === undefined) throw new Error('no operation');
  return operation.validateRequest({ path: {}, query: new URLSearchParams(), headers: {}, ...parts });
}

const box = { type: 'object', required: ['w'], properties: { w: { type: 'integer' }, h: { type: 'integer' } } };
const ids = { type: 'array', items: { type: 'integer' } };
const inQuery = (parameter: Record<string, unknown>, text: string) =>
  read({ in: 'query', ...parameter }, { query: new URLSearchParams(text), rawQuery: text });
const value = { w: 3, h: 4 };

test.each<[Record<string, unknown>, string, unknown]>([
  [{ explode: false, schema: box }, 'p=w,3,h,4', value],
  [{ explode: true, schema: box }, 'w=3&h=4', value],
  [{ schema: { $ref: '#/components/schemas/Box' } }, 'w=3&h=4', value],
  [{ schema: { allOf: [box, { properties: { on: { type: 'boolean' } } }] } }, 'w=3&on=true', { w: 3, on: true }],
  [{ style: 'pipeDelimited', schema: box }, 'p=w%7C3%7Ch%7C4', value],
  [{ style: 'spaceDelimited', schema: box }, 'p=w%203%20h%204', value],
  [{ style: 'spaceDelimited', schema: box }, 'p=w+3+h+4', value],
  [{ style: 'deepObject', schema: box }, 'p[w]=3&p[h]=4', value],
  [{ style: 'deepObject', schema: { anyOf: [box, { type: 'string' }] } }, 'p[w]=3', { w: 3 }],
  [{ style: 'deepObject', schema: { anyOf: [box, { type: 'integer' }] } }, 'p=12', 12],
  [{ style: 'deepObject', schema: { properties: { ids } } }, 'p[ids]=1&p[ids]=2', { ids: [1, 2] }],
  [{ schema: { properties: { ids } } }, 'ids=1&ids=2', { ids: [1, 2] }],
  [{ schema: { anyOf: [ids, { type: 'null' }] } }, 'p=1&p=2', [1, 2]],
  [{ schema: { anyOf: [ids, { type: 'null' }] } }, 'p=7', [7]],
  [{ schema: { oneOf: [{ type: 'integer' }, ids] } }, 'p=1&p=2', [1, 2]],
  [{ schema: { allOf: [ids, { maxItems: 3 }] } }, 'p=1&p=2', [1, 2]],
  [{ schema: { anyOf: [{ $ref: '#/components/schemas/Ids' }] } }, 'p=1', [1]],
  [{ schema: { items: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] } } }, 'p=1&p=true', [1, true]],
  [{ schema: { anyOf: [ids, { type: 'string' }] } }, 'p=all', 'all'],
  [{ explode: false, schema: { anyOf: [ids, { type: 'null' }] } }, 'p=1,2', [1, 2]],
  [{ style: 'pipeDelimited', schema: { anyOf: [ids] } }, 'p=1|2', [1, 2]],
  [{ schema: { type: ['integer', 'null'] } }, 'p=', null],
  [{ schema: ids }, 'p=', []],
  [{ schema: { type: 'array', items: { type: 'string' } } }, 'p=Doe%2C%20Jane', ['Doe, Jane']],
  [{ schema: { type: 'integer' }, allowEmptyValue: true }, 'p=', ''],
  [{ schema: { type: ['integer', 'string'], enum: ['12', '13'] } }, 'p=12', '12'],
  [{ content: { 'application/json': { schema: box } } }, 'p=%7B%22w%22%3A3%7D', { w: 3 }],
])('the query parameter %j parses %s', (parameter, text, expected) => {
  const { input, findings, notes } = inQuery(parameter, text);
  expect([findings, notes, input.query['p']]).toEqual([[], undefined, expected]);
});

test.each<[string, Record<string, unknown>, string, unknown]>([
  ['header', { schema: box }, 'w,3,h,4', value],
  ['header', { schema: box, explode: true }, 'w=3, h=4', value],
  ['header', { schema: { anyOf: [ids, { type: 'null' }] } }, '1, 2', [1, 2]],
  ['header', { content: { 'application/json': { schema: box } } }, '{"w":3}', { w: 3 }],
  ['path', { schema: box }, 'w,3,h,4', value],
  ['path', { schema: box, explode: true }, 'w=3,h=4', value],
  ['path', { schema: { oneOf: [ids] } }, '1,2', [1, 2]],
  ['path', { style: 'label', schema: { type: 'integer' } }, '.5', 5],
  ['path', { style: 'label', schema: ids }, '.1,2', [1, 2]],
  ['path', { style: 'label', schema: ids, explode: true }, '.1.2', [1, 2]],
  ['path', { style: 'label', schema: box }, '.w,3,h,4', value],
  ['path', { style: 'label', schema: box }, '.w.3.h.4', value],
  ['path', { style: 'label', schema: box, explode: true }, '.w=3.h=4', value],
  ['path', { style: 'matrix', schema: { type: 'integer' } }, ';p=5', 5],
  ['path', { style: 'matrix', schema: ids }, ';p=1,2', [1, 2]],
  ['path', { style: 'matrix', schema: ids, explode: true }, ';p=1;p=2', [1, 2]],
  ['path', { style: 'matrix', schema: box }, ';p=w,3,h,4', value],
  ['path', { style: 'matrix', schema: box, explode: true }, ';w=3;h=4', value],
])('the %s parameter %j parses %s', (place, parameter, text, expected) => {
  const parts = place === 'path' ? { path: { p: text } } : { headers: { p: text } };
  const { input, findings, notes } = read({ in: place, required: true, ...parameter }, parts);
  const found = place === 'path' ? input.path : input.headers;
  expect([findings, notes, found['p']]).toEqual([[], undefined, expected]);
});

test.each<[Record<string, unknown>, string]>([
  [{ schema: { enum: ['dark', 'light'] } }, 'a=b; p=dark'],
  [{ schema: { type: 'integer' } }, 'p="5"'],
  [{ schema: ids, explode: false }, 'p=1,2'],
  [{ schema: ids, explode: false }, 'p=1%2C2'],
  [{ schema: ids }, 'p=1; p=2'],
  [{ schema: box, explode: false }, 'p=w,3,h,4'],
  [{ schema: box }, 'w=3; h=4'],
])('the required cookie parameter %j accepts %s, and is reported if it is missing', (parameter, cookie) => {
  const described = { in: 'cookie', required: true, ...parameter };
  const { findings, notes } = read(described, { headers: { cookie } });
  expect([findings, notes]).toEqual([[], undefined]);
  expect(read(described, { headers: { cookie: 'other=1' } }).findings).not.toEqual([]);
});

test.each<[string, Record<string, unknown>, Partial<RequestParts>]>([
  ['query', { schema: box, explode: false }, { query: new URLSearchParams('p=w,x') }],
  ['query', { schema: box, explode: false }, { query: new URLSearchParams('p=w') }],
  ['query', { schema: { anyOf: [ids, { type: 'null' }] } }, { query: new URLSearchParams('p=x') }],
  ['header', { schema: box }, { headers: { p: 'h,3' } }],
  ['header', { schema: box, explode: true }, { headers: { p: 'w=x' } }],
  ['path', { style: 'matrix', schema: ids }, { path: { p: ';p=1,x' } }],
  ['cookie', { schema: { enum: ['dark'] } }, { headers: { cookie: 'p=blue' } }],
])('the %s parameter %j rejects a value that its schema does not allow', (place, parameter, parts) => {
  expect(read({ in: place, ...parameter }, parts).findings).not.toEqual([]);
});

test.each<[Record<string, unknown>, string, unknown, string]>([
  [{ schema: ids }, 'p[]=1&p[]=2', [1, 2], 'p=1&p=2'],
  [{ schema: ids }, 'p[]=1', [1], 'p=1&p=2'],
  [{ schema: ids }, 'p[0]=1&p[1]=2', [1, 2], 'p=1&p=2'],
  [{ schema: ids }, 'p=1,2', [1, 2], 'p=1&p=2'],
  [{ schema: ids }, 'p=[1,2]', [1, 2], 'p=1&p=2'],
  [{ schema: ids, explode: false }, 'p=1&p=2', [1, 2], 'p=1,2'],
  [{ schema: ids, style: 'pipeDelimited' }, 'p=1,2', [1, 2], 'p=1%7C2'],
  [{ schema: box, style: 'deepObject' }, 'p.w=3&p.h=4', value, 'p[w]=1&p[h]=2'],
  [{ schema: box, style: 'deepObject' }, 'p={"w":3,"h":4}', value, 'p[w]=1&p[h]=2'],
  [{ schema: box }, 'p[w]=3&p[h]=4', value, 'w=1&h=2'],
  [{ schema: box, explode: false }, 'p[w]=3&p[h]=4', value, 'p=w,1,h,2'],
])('the parameter %j also accepts %s, with a note about its documented style', (parameter, text, read, written) => {
  const { input, findings, notes } = inQuery(parameter, text);
  expect([findings, input.query['p']]).toEqual([[], read]);
  expect(notes).toMatchObject([{ ruleId: 'request/query-style', severity: 'info', expected: written }]);
});
