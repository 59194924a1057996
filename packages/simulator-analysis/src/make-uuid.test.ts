import { expect, it } from 'vitest';
import { makeUuid } from './make-uuid.js';

it('makes of each name one UUID of its own', () => {
  const names = Array.from({ length: 500 }, (_, index) => `job/1/${index}`);
  const uuids = names.map(makeUuid);
  for (const uuid of uuids)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(uuids).size).toBe(500);
  expect(names.map(makeUuid)).toEqual(uuids);
});
