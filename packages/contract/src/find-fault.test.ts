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

describe('who probably caused a request that does not fit', () => {
  it.each([
    ['a missing member: the client', { id: '1' }, '', {}, 'client'],
    ['a value that no enum has: the client', { id: '1' }, 'kind=c', undefined, 'client'],
    ['a placeholder for a format: nobody can tell', { id: '1' }, 'owner=someone', undefined, 'ambiguous'],
    ['a pattern: nobody can tell', { id: '1' }, '', { name: 'n', tags: ['A'] }, 'ambiguous'],
    ['the example of the description: the description', { id: '1' }, 'owner=me', undefined, 'description'],
    ['the example of an item: the description', { id: '1' }, '', { name: 'n', tags: ['No 1'] }, 'description'],
    ['an enum without a value of its type: the description', { id: '1' }, 'size=1', undefined, 'description'],
    ['a path parameter of another type: the routing', { id: 'search' }, '', undefined, 'routing'],
  ])('%s', (_what, path, query, body, fault) => {
    const parts = { path, query: new URLSearchParams(query), headers: {}, body, mediaType: 'application/json' };
    const { findings = [] } = operation?.validateRequest(parts) ?? {};
    expect(findings.map((each) => findFault(document, operation, each))).toEqual([fault]);
  });
});
