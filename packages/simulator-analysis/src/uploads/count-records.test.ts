import { expect, it } from 'vitest';
import { countRecords } from './upload-data.js';

const shape = { idKey: 'id', recordsKey: 'entries', recordIdKey: 'entryId', dateKey: 'day' } as const;

it.each([
  [{ datasets: [{ entries: [{ entryId: 'a' }, 7] }, { entries: [1] }, { entries: 'no' }, null] }, 3],
  [{ parameters: [{ entries: [1, 2] }] }, 2],
  [{ datasets: 'no' }, 0],
  [{}, 0],
])('counts what %j seems to hold', (body, records) => {
  expect(countRecords(body, shape)).toBe(records);
});
