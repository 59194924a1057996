import { describe, expect, it } from 'vitest';
import { createContract } from './create-contract.js';
import { findFault } from './find-fault.js';

const contract = createContract('things', {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      put: {
        operationId: 'putThing',
        parameters: [
          { name: 'owner', in: 'query', schema: { type: 'string', format: 'uuid' }, example: 'me' },
          { name: 'size', in: 'query', schema: { type: 'string', enum: [1, 2] } },
          { name: 'kind', in: 'query', schema: { type: 'string', enum: ['a', 'b'] } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string' },
                  tags: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$', example: 'No 1' } },
                },
              },
            },
          },
        },
        responses: { '200': { description: 'ok' } },
      },
    },
  },
});
const { document } = contract;
const operation = contract.operations.get('putThing');

describe('the probable cause of an invalid request', () => {
  it.each([
    ['is the client if a property is missing', { id: '1' }, '', {}, 'client'],
    ['is the client if a value is not in the enum', { id: '1' }, 'kind=c', undefined, 'client'],
    [
      'is ambiguous if a value is a placeholder instead of a UUID',
      { id: '1' },
      'owner=someone',
      undefined,
      'ambiguous',
    ],
    ['is ambiguous if a value does not match the pattern', { id: '1' }, '', { name: 'n', tags: ['A'] }, 'ambiguous'],
    [
      'is the description if it gives the invalid value as an example',
      { id: '1' },
      'owner=me',
      undefined,
      'description',
    ],
    [
      'is the description if it gives the invalid array item as an example',
      { id: '1' },
      '',
      { name: 'n', tags: ['No 1'] },
      'description',
    ],
    ['is the description if an enum contains no value of its type', { id: '1' }, 'size=1', undefined, 'description'],
    ['is the routing if a path parameter has the wrong type', { id: 'search' }, '', undefined, 'routing'],
  ])('%s', (_what, path, query, body, fault) => {
    const parts = { path, query: new URLSearchParams(query), headers: {}, body, mediaType: 'application/json' };
    const { findings = [] } = operation?.validateRequest(parts) ?? {};
    expect(findings.map((each) => findFault(document, operation, each))).toEqual([fault]);
  });
});
