import { expect, it } from 'vitest';
import { changeAtPath, removedMarker, renameAtPath } from './json.js';

it('changeAtPath and renameAtPath change, remove and rename values in a copy', () => {
  const value = { list: [{ a: 1 }, { b: 2 }], text: 'x' };
  expect(changeAtPath(value, 'list/*/a', (a) => (a === undefined ? removedMarker : Number(a) + 1))).toEqual({
    list: [{ a: 2 }, { b: 2 }],
    text: 'x',
  });
  expect(changeAtPath(value, 'text', () => removedMarker)).toEqual({ list: value.list });
  expect(changeAtPath(value, 'none/a', () => 1)).toEqual(value);
  expect(renameAtPath(value, 'list/*/a', 'z')).toEqual({ list: [{ z: 1 }, { b: 2 }], text: 'x' });
  expect(value).toEqual({ list: [{ a: 1 }, { b: 2 }], text: 'x' });
});
