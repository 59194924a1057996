import { createContract } from '@understudy/contract';
import { expect, it } from 'vitest';
import { listDocumentedProperties } from './documented-properties.js';

it('lists a limited number of properties if nested schemas double at each level', () => {
  const below = (level: number) => ({ $ref: `#/components/schemas/S${level + 1}` });
  const levels = Array.from({ length: 40 }, (_none, level) => level);
  const schemas = Object.fromEntries(
    levels.map((level) => [`S${level}`, { properties: { a: below(level), b: below(level), c: { enum: [level] } } }]),
  );
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
  const get = { operationId: 'get', responses: { '200': { description: 'OK', content } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get } },
    components: { schemas },
  };
  const [operation] = createContract('doubling', document).operations.values();
  if (operation === undefined) throw new Error('There is no operation');
  const properties = listDocumentedProperties(document, operation);
  expect(properties).toContainEqual({ status: '200', pointer: '/b/a/c', values: [2], gaps: [] });
  expect(properties.length).toBeLessThan(2000);
});
