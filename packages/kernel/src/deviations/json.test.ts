import { expect, it } from 'vitest';
import { changeAt, gone, renameAt } from './json.js';

it('changes, takes away and renames what a path leads to, in a copy', () => {
  const value = { list: [{ a: 1 }, { b: 2 }], text: 'x' };
  expect(changeAt(value, 'list/*/a', (a) => (a === undefined ? gone : Number(a) + 1))).toEqual({
    list: [{ a: 2 }, { b: 2 }],
    text: 'x',
  });
  expect(changeAt(value, 'text', () => gone)).toEqual({ list: value.list });
  expect(changeAt(value, 'none/a', () => 1)).toEqual(value);
  expect(renameAt(value, 'list/*/a', 'z')).toEqual({ list: [{ z: 1 }, { b: 2 }], text: 'x' });
  expect(value).toEqual({ list: [{ a: 1 }, { b: 2 }], text: 'x' });
});
