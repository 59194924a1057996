import { createContract } from '@understudy/contract';
import { expect, it } from 'vitest';
import { prepareForGenerators } from './prepare-for-generators.js';

const callback = { '{$request.body#/url}': { post: { operationId: 'jobCompleted', responses: {} } } };
const calls = { responses: {}, callbacks: { done: { $ref: '#/components/callbacks/JobCompleted' } } };
const either = { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
const oneOrMany = {
  oneOf: [{ $ref: '#/components/schemas/One' }, { type: 'array', items: { $ref: '#/components/schemas/One' } }],
};
const document = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {
    '/a': { post: { ...calls, operationId: 'a', requestBody: { content: { '*/*': {} } } } },
    '/b': { post: { ...calls, operationId: 'b' } },
  },
  components: {
    callbacks: { JobCompleted: callback },
    schemas: {
      Either: either,
      OneOrMany: oneOrMany,
      One: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    },
  },
};

it('inlines callbacks, and adds missing body schemas and a contact', () => {
  const text = JSON.stringify(prepareForGenerators(document));
  expect(text).not.toContain('#/components/callbacks');
  expect(text.match(/"operationId":"jobCompleted2?"/g)).toEqual([
    '"operationId":"jobCompleted"',
    '"operationId":"jobCompleted2"',
  ]);
  expect(text).toContain('"*/*":{"schema":{}}');
  expect(prepareForGenerators(document).info).toMatchObject({ contact: { name: 'Understudy' }, title: 'T' });
  expect(prepareForGenerators(document)).toBe(prepareForGenerators(document));
});

it.each([
  ['Either', [{}, { a: 1 }, { b: 1 }, { a: 1, b: 1 }, { c: 1 }], [false, true, true, true, false]],
  ['OneOrMany', [{ id: '1' }, [{ id: '1' }], [{}], {}, []], [true, true, false, false, true]],
])('removes anyOf without changing which values the schema %s accepts', (name, values, right) => {
  const made = prepareForGenerators(document);
  expect(JSON.stringify(made.components)).not.toContain('"anyOf"');
  for (const described of [document, made]) {
    const check = createContract('made', described).validator(name);
    expect(values.map((value) => check(value).length === 0)).toEqual(right);
  }
});
