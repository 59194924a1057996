import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createContract } from './create-contract.js';
import { loadUntidyDescription } from './load-untidy-description.js';
import type { OpenApiDocument } from './open-api-document.js';
import { locateSource } from './source-locations.js';

const thing = {
  type: 'object',
  required: ['id', 'secret'],
  properties: { id: { type: 'integer', readOnly: true }, secret: { type: 'string', writeOnly: true } },
};
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things/{id}:cancel': {
      post: { operationId: 'cancel', requestBody: json(thing), responses: { '200': json(thing) } },
    },
    '/things/{id}': {
      get: {
        operationId: 'get',
        parameters: [
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { age: { type: 'integer' } } },
          },
          { name: 'where', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
          {
            name: 'ids',
            in: 'query',
            style: 'pipeDelimited',
            explode: false,
            schema: { type: 'array', items: { type: 'integer' } },
          },
        ],
        responses: { '200': json(thing) },
      },
    },
  },
};
const contract = createContract('things', document);

function inputOf(query: string) {
  return contract.operations
    .get('get')
    ?.validateRequest({ path: { id: '1' }, query: new URLSearchParams(query), headers: {} }).input.query;
}

it('does not require readOnly properties in requests or writeOnly properties in responses', () => {
  const operation = contract.operations.get('cancel');
  const headers = { 'content-type': 'application/json' };
  const parts = { path: { id: '1' }, query: new URLSearchParams(), headers, mediaType: 'application/json' };
  expect(operation?.validateRequest({ ...parts, body: { secret: 's' } }).findings).toEqual([]);
  expect(operation?.validateRequest({ ...parts, body: { id: 1 } }).findings).toHaveLength(1);
  const answer = { status: 200, headers, mediaType: 'application/json', empty: false };
  expect(operation?.validateResponse({ ...answer, body: { id: 1 } })).toEqual([]);
  expect(operation?.validateResponse({ ...answer, body: { secret: 's' } })).toHaveLength(1);
});

it('distinguishes the path /things/{id}:cancel from /things/{id}', () => {
  expect(contract.match('POST', '/things/7:cancel')).toMatchObject({
    operation: { operationId: 'cancel' },
    path: { id: '7' },
  });
  expect(contract.match('GET', '/things/7')).toMatchObject({ operation: { operationId: 'get' }, path: { id: '7' } });
});

it('parses query parameters in their documented style', () => {
  expect(inputOf('filter[age]=7&ids=1|2')).toEqual({ filter: { age: 7 }, ids: [1, 2] });
  expect(inputOf('where={"a":[1]}&ids[]=3')).toEqual({ where: { a: [1] }, ids: [3] });
});

it('reports an unresolved reference in a JSON file with its line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'untidy-'));
  const file = join(folder, 'api.json');
  const broken = { ...document, components: { schemas: { Lost: { $ref: '#/components/schemas/Nowhere' } } } };
  await writeFile(file, JSON.stringify(broken, null, 2));
  const { document: loaded, findings } = await loadUntidyDescription(file, (value) => ({ ...document, ...value }));
  const text = JSON.stringify(broken, null, 2).split('\n');
  expect(findings).toMatchObject([
    { severity: 'warning', file, line: text.findIndex((line) => line.includes('Nowhere')) + 1 },
  ]);
  expect(locateSource(loaded, '/info/title').line).toBe(text.findIndex((line) => line.includes('"Things"')) + 1);
  await rm(folder, { recursive: true });
});

it('accepts any value for a schema that cannot be compiled, and reports the schema', () => {
  const told: string[] = [];
  const odd = {
    openapi: '3.1.0',
    info: document.info,
    paths: {
      '/odd': { post: { operationId: 'odd', requestBody: json({ type: 'string', pattern: '(' }), responses: {} } },
    },
  };
  const operation = createContract('odd', odd, ({ ruleId }) => told.push(ruleId)).operations.get('odd');
  const parts = { path: {}, query: new URLSearchParams(), headers: {}, mediaType: 'application/json', body: 7 };
  expect(operation?.validateRequest(parts).findings).toEqual([]);
  expect(told).toEqual(['description/invalid-schema']);
});
