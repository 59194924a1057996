import { expect, test } from 'vitest';
import { type ApiContract, ContractError, createContract, type OpenApiDocument, type OperationMatch } from './index.js';

function contractOf(paths: Record<string, unknown>, rest: Partial<OpenApiDocument> = {}): ApiContract {
  return createContract('test', { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, ...rest });
}

const contract = contractOf({
  '/data': { get: { operationId: 'list' } },
  '/files/{name}{ending}': { get: { operationId: 'file' } },
  '/data/{id}': { get: { operationId: 'read' }, delete: { operationId: 'remove' } },
  '/data/latest': { get: { operationId: 'latest' } },
  '/files/{name}.{ending}/part': { put: { operationId: 'upload' } },
  '/a:b': { post: { operationId: 'colon' } },
});

function summary(match: OperationMatch): unknown {
  return match.kind === 'operation' ? [match.operation.operationId, match.path] : match;
}

test.each([
  ['GET', '/data', ['list', {}]],
  ['GET', '/data/7', ['read', { id: '7' }]],
  ['GET', '/data/latest', ['latest', {}]],
  ['DELETE', '/data/caf%C3%A9%2F%25', ['remove', { id: 'café/%' }]],
  ['PUT', '/files/a.csv/part', ['upload', { name: 'a', ending: 'csv' }]],
  ['POST', '/a:b', ['colon', {}]],
  ['GET', `/data/${'x'.repeat(5000)}`, ['read', { id: 'x'.repeat(5000) }]],
  ['POST', '/data/7', { kind: 'wrong-method', allow: ['DELETE', 'GET'] }],
  ['HEAD', '/data', { kind: 'wrong-method', allow: ['GET'] }],
  ['get', '/data', { kind: 'wrong-method', allow: ['GET'] }],
  ['GET', '/data/', { kind: 'unknown-path' }],
  ['GET', '/Data', { kind: 'unknown-path' }],
  ['GET', '/data/7/', { kind: 'unknown-path' }],
  ['GET', '//data', { kind: 'unknown-path' }],
  ['GET', 'data', { kind: 'unknown-path' }],
  ['GET', '/data/%', { kind: 'malformed-path' }],
  ['GET', '/data/%zz', { kind: 'malformed-path' }],
  ['GET', '/nowhere/%ff', { kind: 'malformed-path' }],
  ['GET', '/files/%25', { kind: 'unknown-path' }],
])('matching %s %s returns %j', (method, path, expected) => {
  expect(summary(contract.match(method, path))).toEqual(expected);
});

test('an operation exposes its description, merged with path-level parameters', () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const { operations } = contractOf(
    {
      '/a/{id}': {
        parameters: [id, { name: 'x', in: 'query', schema: { type: 'string' } }],
        post: {
          operationId: 'a',
          summary: 'Does a',
          tags: ['t'],
          'x-gap': 'test.gap.a',
          parameters: [{ $ref: '#/components/parameters/X' }],
          requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
          responses: { '200': {}, '4XX': {}, 'x-note': 1 },
        },
      },
    },
    {
      security: [{ bearer: ['io'] }],
      components: { parameters: { X: { name: 'x', in: 'query', schema: { type: 'integer' } } } },
    },
  );
  expect(operations.get('a')).toMatchObject({
    api: 'test',
    operationId: 'a',
    method: 'POST',
    path: '/a/{id}',
    summary: 'Does a',
    tags: ['t'],
    security: [{ bearer: ['io'] }],
    parameters: [id, { name: 'x', in: 'query', required: false, schema: { type: 'integer' } }],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    statuses: ['200', '4XX'],
    extensions: { 'x-gap': 'test.gap.a' },
  });
});

test('an operation with security: [] is public', () => {
  const { operations } = contractOf(
    { '/a': { get: { operationId: 'a', security: [] } } },
    { security: [{ bearer: [] }] },
  );
  expect(operations.get('a')?.security).toEqual([]);
});

test('requesting a validator for an unknown schema throws an error with its name', () => {
  expect(() => contract.validator('Nope')).toThrow('There is no schema Nope in the components of Test.');
});

test('requesting a validator for an invalid schema throws an error with its pointer', () => {
  const broken = contractOf({}, { components: { schemas: { A: { pattern: '(' } } } });
  expect(() => broken.validator('A')).toThrow(ContractError);
  expect(() => broken.validator('A')).toThrow('The schema at /components/schemas/A cannot be compiled: ');
});

test('the path of an operation takes precedence over the x-also-at path of another operation', () => {
  const get = (operationId: string, more = {}) => ({ get: { operationId, responses: {}, ...more } });
  const contract = createContract('test', {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: { '/a': get('a', { 'x-also-at': ['/b'] }), '/b': get('b') },
  });
  expect(contract.match('GET', '/b')).toMatchObject({ operation: { operationId: 'b' } });
});

test('x-also-at and x-trailing-slash add paths to an operation', () => {
  const { match } = contractOf(
    { '/a': { get: { operationId: 'a', 'x-also-at': ['/b'] } }, '/c/{id}': { get: { operationId: 'c' } } },
    { 'x-trailing-slash': 'optional' },
  );
  expect(['/a', '/a/', '/b', '/b/', '/c/1/', '/c/', '/a//'].map((path) => summary(match('GET', path)))).toEqual([
    ['a', {}],
    ['a', {}],
    ['a', {}],
    ['a', {}],
    ['c', { id: '1' }],
    { kind: 'unknown-path' },
    { kind: 'unknown-path' },
  ]);
});
