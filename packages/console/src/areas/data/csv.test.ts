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
  ['texts that look like numbers', { code: '007' }],
  ['emoji and right-to-left text', { name: '🧾 فاتورة' }],
])('writes and reads %s', (_what, value) => {
  const records = [
    { key: 'one', value },
    { key: 'two', value: { name: 'plain' } },
  ];
  expect(fromCsv(toCsv(records), schema)).toEqual(records);
});

it('reads a file of a spreadsheet, with a byte order mark and a new record', () => {
  expect(fromCsv('\ufeffkey,name\r\n,"new"\r\n', schema)).toEqual([{ key: '', value: { name: 'new' } }]);
});
