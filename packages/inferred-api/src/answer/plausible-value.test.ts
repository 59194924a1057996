import { expect, it } from 'vitest';
import { Schemas } from '../schema/flat-schema.js';
import { plausibleValue } from './plausible-value.js';

const facts = { now: new Date('2026-01-15T09:00:00Z'), baseUrl: 'http://understudy.local' };
const integer = { type: 'integer' };
const text = { type: 'string' };

it.each([
  ['an instant', { created: integer }, { created: -213 }, { created: 1768467600 }],
  [
    'a day',
    { startDate: { type: 'string', format: 'date' } },
    { startDate: '1999-01-01' },
    { startDate: '1999-01-01' },
  ],
  ['a count', { size: integer }, { size: -7 }, { size: 7 }],
  ['a bounded number', { size: { type: 'integer', minimum: -9 } }, { size: -7 }, { size: -7 }],
  [
    'positions',
    { list: { type: 'array', items: { properties: { index: integer } } } },
    { list: [{ index: 171 }, { index: -5 }] },
    { list: [{ index: 0 }, { index: 1 }] },
  ],
  [
    'a total',
    { total_tokens: integer, in_tokens: integer, out_tokens: integer },
    { total_tokens: -3, in_tokens: -4, out_tokens: 5 },
    { total_tokens: 9, in_tokens: 4, out_tokens: 5 },
  ],
  ['an address', { imageUrl: text }, { imageUrl: 'S8' }, { imageUrl: 'http://understudy.local/imageUrl' }],
  ['a text', { finish_reason: text }, { finish_reason: 'nsl2' }, { finish_reason: 'finish reason' }],
  ['prose', { content: text }, { content: 'F' }, { content: 'This is a simulated content' }],
  ['a key', { id: text }, { id: 'nsl2' }, { id: 'nsl2' }],
  ['an example', { name: { ...text, examples: ['Ada'] } }, { name: 'x' }, { name: 'Ada' }],
  ['a state', { status: { enum: ['canceled', 'open'] } }, { status: 'canceled' }, { status: 'open' }],
  ['a pattern', { code: { ...text, pattern: '^a' } }, { code: 'ab' }, { code: 'ab' }],
])('makes %s plausible', (_what, properties, value, expected) => {
  expect(plausibleValue(new Schemas({}), value, { type: 'object', properties }, facts)).toEqual(expected);
});

it('calls an object by its schema, and a list a list', () => {
  const Model = { type: 'object', properties: { object: text } };
  const ModelList = {
    type: 'object',
    properties: { object: text, data: { type: 'array', items: { $ref: '#/s/Model' } } },
  };
  const value = { object: 'x', data: [{ object: 'y' }] };
  const made = plausibleValue(new Schemas({ s: { Model, ModelList } }), value, { $ref: '#/s/ModelList' }, facts);
  expect(made).toEqual({ object: 'list', data: [{ object: 'model' }] });
});
