import { expect, it } from 'vitest';
import { SchemaReader } from '../schema/flat-schema.js';
import { generateValue } from './generate-value.js';

const names = [...'abcdefghijkl'];
const below = (level: number) => (level === 0 ? { type: 'string', maxLength: 5000 } : { $ref: `#/s/${level - 1}` });
const s = [1, 2, 3].map((level) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, below(level - 1)])),
}));

it('makes a little of a schema that allows much', () => {
  expect(Object.keys(Object(generateValue(new SchemaReader({ s }), { $ref: '#/s/1' }, 'seed')))).toEqual(names);
  const made = generateValue(new SchemaReader({ s }), { $ref: '#/s/2' }, 'seed');
  expect(JSON.stringify(made).length).toBeLessThan(400_000);
});
