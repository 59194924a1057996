import { expect, test } from 'vitest';
import { createContract, type Finding, type OpenApiDocument } from './index.js';

function check(document: Partial<OpenApiDocument>): Finding[] {
  return createContract('test', {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    ...document,
  }).checkDescription();
}

const responses = { '200': { description: 'ok' } };
const get = (more: Record<string, unknown> = {}): unknown => ({ operationId: 'a', responses, ...more });
const path = (more: Record<string, unknown>): Partial<OpenApiDocument> => ({ paths: { '/a': { get: get(more) } } });
const schema = (value: unknown): Partial<OpenApiDocument> => ({ components: { schemas: { A: value } } });
const finding = (rule: string, pointer: string, message: string, details: Partial<Finding> = {}): Finding => ({
  ruleId: `description/${rule}`,
  severity: 'error',
  message,
  pointer,
  ...details,
});

const at = '/components/schemas/A';

test.each<[string, Partial<OpenApiDocument>, Finding]>([
  [
    'missing operationId',
    { paths: { '/a': { get: { responses } } } },
    finding(
      'missing-operation-id',
      '/paths/~1a/get',
      'The operation at /paths/~1a/get has no operationId; scenarios and handlers need one.',
    ),
  ],
  [
    'duplicate operationId',
    { paths: { '/a': { get: get(), put: get() } } },
    finding(
      'duplicate-operation-id',
      '/paths/~1a/put/operationId',
      'The operationId a is taken by /paths/~1a/get; choose another.',
      { actual: 'a' },
    ),
  ],
  [
    'undeclared path parameter',
    { paths: { '/a/{id}': { get: get() } } },
    finding(
      'undeclared-path-parameter',
      '/paths/~1a~1{id}/get',
      'The path parameter {id} of /a/{id} is not declared by GET.',
      { expected: 'id' },
    ),
  ],
  [
    'unused path parameter',
    path({ parameters: [{ name: 'id', in: 'path', required: true, schema: {} }] }),
    finding(
      'unused-path-parameter',
      '/paths/~1a/get',
      'The path parameter id is declared by GET, but /a has no {id}.',
      { actual: 'id' },
    ),
  ],
  [
    'optional path parameter',
    { paths: { '/a/{id}': { get: get({ parameters: [{ name: 'id', in: 'path', schema: {} }] }) } } },
    finding(
      'optional-path-parameter',
      '/paths/~1a~1{id}/get',
      'The path parameter id of GET /a/{id} must be required: true.',
      { actual: 'id' },
    ),
  ],
  [
    'equivalent paths',
    { paths: { '/a/{x}': {}, '/a/{y}': {} } },
    finding('equivalent-paths', '/paths/~1a~1{y}', 'The path /a/{y} matches the same requests as /a/{x}; join them.'),
  ],
  ['relative path', { paths: { a: {} } }, finding('relative-path', '/paths/a', 'The path a must begin with a slash.')],
  [
    'parameter without schema',
    path({ parameters: [{ name: 'q', in: 'query' }] }),
    finding(
      'parameter-without-schema',
      '/paths/~1a/get/parameters/0',
      'The parameter q at /paths/~1a/get/parameters/0 has no schema; describe its values.',
    ),
  ],
  [
    'parameter without place',
    path({ parameters: [{ name: 'q', schema: {} }] }),
    finding(
      'incomplete-parameter',
      '/paths/~1a/get/parameters/0',
      'The parameter at /paths/~1a/get/parameters/0 needs a name and in: path, query, header or cookie.',
    ),
  ],
  [
    'parameter declared twice',
    path({
      parameters: [
        { name: 'q', in: 'query', schema: {} },
        { name: 'q', in: 'query', schema: {} },
      ],
    }),
    finding(
      'duplicate-parameter',
      '/paths/~1a/get/parameters/1',
      'The parameter query q is declared twice at /paths/~1a/get.',
    ),
  ],
  [
    'response without description',
    path({ responses: { '200': {} } }),
    finding(
      'response-without-description',
      '/paths/~1a/get/responses/200',
      'The response at /paths/~1a/get/responses/200 has no description; describe when it is returned.',
    ),
  ],
  [
    'no responses',
    path({ responses: {} }),
    finding('no-responses', '/paths/~1a/get', 'The operation at /paths/~1a/get documents no response.'),
  ],
  [
    'invalid status',
    path({ responses: { '2xx': { description: '' } } }),
    finding(
      'invalid-status',
      '/paths/~1a/get/responses/2xx',
      'The status 2xx at /paths/~1a/get/responses must be like 200, 4XX or default.',
      {
        actual: '2xx',
      },
    ),
  ],
  [
    'unknown security scheme',
    path({ security: [{ bearer: [] }] }),
    finding(
      'unknown-security-scheme',
      '/paths/~1a/get/security/0/bearer',
      'The security scheme bearer at /paths/~1a/get/security is not in components.securitySchemes.',
      { expected: [], actual: 'bearer' },
    ),
  ],
  [
    'unresolved $ref',
    schema({ $ref: '#/components/schemas/B' }),
    finding('unresolved-ref', `${at}/$ref`, '$ref "#/components/schemas/B" points to nothing.', {
      actual: '#/components/schemas/B',
    }),
  ],
  [
    'external $ref',
    schema({ $ref: 'b.yaml#/B' }),
    finding('external-ref', `${at}/$ref`, '$ref "b.yaml#/B" leaves the document; load the file with loadDescription.', {
      actual: 'b.yaml#/B',
    }),
  ],
  [
    'circular $ref',
    schema({ $ref: `#${at}` }),
    finding('circular-ref', `${at}/$ref`, `$ref "#${at}" leads back to itself and describes nothing.`, {
      actual: `#${at}`,
    }),
  ],
  [
    'unknown keyword',
    schema({ minLenght: 1 }),
    finding(
      'unknown-keyword',
      `${at}/minLenght`,
      `The schema at ${at} has the unknown keyword minLenght, which does nothing; correct or remove it.`,
      {
        actual: 'minLenght',
      },
    ),
  ],
  [
    'unknown format',
    schema({ format: 'dat' }),
    finding('unknown-format', `${at}/format`, `The schema at ${at} has the unknown format dat, which checks nothing.`, {
      actual: 'dat',
    }),
  ],
  [
    'keyword with a value of the wrong form',
    schema({ properties: { a: { minLength: '1' } } }),
    finding(
      'invalid-schema',
      `${at}/properties/a/minLength`,
      `The schema at ${at}/properties/a is not valid: /minLength must be integer.`,
    ),
  ],
  [
    'pattern that does not compile',
    schema({ pattern: '(' }),
    finding(
      'invalid-schema',
      `${at}/pattern`,
      `The schema at ${at} is not valid: Invalid regular expression: /(/u: Unterminated group.`,
      {
        actual: '(',
      },
    ),
  ],
  [
    'default outside the enum',
    schema({ enum: ['a'], default: 'b' }),
    finding('default-mismatch', `${at}/default`, `The default at ${at} is "b", which its enum does not allow.`, {
      expected: ['a'],
      actual: 'b',
    }),
  ],
])('%s', (_name, document, expected) => {
  expect(check(document)).toEqual([expected]);
});

test('a description without faults has no findings', () => {
  const document = path({ parameters: [{ name: 'q', in: 'query', schema: { $ref: `#${at}` } }] });
  expect(
    check({ ...document, ...schema({ type: 'object', 'x-gap': 'a', properties: { next: { $ref: `#${at}` } } }) }),
  ).toEqual([]);
});
