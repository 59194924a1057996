import { expect, it } from 'vitest';
import { repeatedId } from './repeated-id.js';

it.each([
  [[], undefined],
  [['a', 'b', 'A'], undefined],
  [['__proto__', 'constructor'], undefined],
  [['a', 'b', 'a', 'b'], '/list/2/id "a" occurs more than once in the dataset'],
])('in %j tells %s', (ids, told) => {
  expect(
    repeatedId(
      ids.map((id) => ({ id })),
      'id',
      '/list',
    ),
  ).toBe(told);
});
