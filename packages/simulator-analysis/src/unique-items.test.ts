import { expect, it } from 'vitest';
import { uniqueItems } from './unique-items.js';

it('takes equal items as one, in the order of their first', () => {
  const [a, b] = [
    { datasetId: '__proto__', deep: { list: [1, { x: null }] } },
    { datasetId: 'constructor', deep: {} },
  ];
  expect(uniqueItems([a, b, structuredClone(a), structuredClone(b)], '/body/list')).toEqual([a, b]);
});

it.each([
  ['another value', { datasetId: 'd1', horizon: 8 }],
  ['another type', { datasetId: 'd1', horizon: '7' }],
  ['one key more', { datasetId: 'd1', horizon: 7, more: undefined }],
])('refuses two items of one dataset that differ: %s', (_what, other) => {
  expect(uniqueItems([{ datasetId: 'd0' }, { datasetId: 'd1', horizon: 7 }, other], '/body/list')).toEqual({
    refused: true,
    status: 400,
    code: 'BAD_REQUEST',
    message: '/body/list/2 names dataset "d1" more than once with different content; send one item per dataset',
  });
});
