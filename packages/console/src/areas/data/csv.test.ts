import { expect, it } from 'vitest';
import { fromCsv, toCsv } from './csv.js';

const schema = {
  properties: {
    name: { type: 'string' },
    count: { type: 'integer' },
    tags: { type: 'array' },
    code: { type: 'string' },
  },
};

it.each([
  ['quotes, commas and line breaks', { name: 'a "b", c\nd', count: 1 }],
  ['nested values', { tags: ['x', 'y, z'], count: 2 }],
  ['strings that look like numbers', { code: '007' }],
  ['emoji and right-to-left text', { name: '🧾 فاتورة' }],
])('preserves %s when writing and reading CSV', (_what, value) => {
  const records = [
    { key: 'one', value },
    { key: 'two', value: { name: 'plain' } },
  ];
  expect(fromCsv(toCsv(records), schema)).toEqual(records);
});

it('reads a spreadsheet export with a byte order mark and a record without a key', () => {
  expect(fromCsv('\ufeffkey,name\r\n,"new"\r\n', schema)).toEqual([{ key: '', value: { name: 'new' } }]);
});
