import { DescriptionWarnings } from '@understudy/model';
import { expect, it } from 'vitest';
import { normalizeImpossible } from './normalize-impossible.js';

it('compares recursive schemas that contain each other', () => {
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const node = (own: object) => ({
    type: 'object',
    properties: { name: { type: 'string' }, left: reference('Branch'), right: reference('Tree'), ...own },
  });
  const either = { oneOf: [reference('Branch'), reference('Tree')] };
  const schemas = { Branch: node({}), Tree: node({ parent: reference('Tree') }) };
  const document = { openapi: '3.1.0', info: { title: 'Trees', version: '1' }, paths: {}, components: { schemas } };
  const warnings = new DescriptionWarnings(document);
  normalizeImpossible(document, [{ node: either, pointer: '/either' }], warnings);
  expect(either).toEqual({ anyOf: [reference('Branch'), reference('Tree')] });
});

it('keeps alternatives that differ in their bounds', () => {
  const either = {
    oneOf: [
      { type: 'integer', maximum: 5 },
      { type: 'integer', minimum: 10 },
    ],
  };
  const document = { openapi: '3.1.0', info: { title: 'Sizes', version: '1' }, paths: {} };
  normalizeImpossible(document, [{ node: either, pointer: '/either' }], new DescriptionWarnings(document));
  expect(either).toHaveProperty('oneOf');
});
