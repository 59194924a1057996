import { expect, it } from 'vitest';
import { shiftDates } from './shift-dates.js';

const dataset = (datasetId: string, ...dates: string[]) => ({
  datasetId,
  records: dates.map((departureDate) => ({ transactionId: departureDate, departureDate })),
});
const datesOf = ({ records }: { records: ReadonlyArray<Record<string, unknown>> }) =>
  records.map(({ departureDate }) => departureDate);

it.each([
  ['the day before yesterday stays', '2026-01-13', '2026-01-13'],
  ['yesterday stays', '2026-01-14', '2026-01-14'],
  ['seven days ago stays', '2026-01-08', '2026-01-08'],
  ['eight days ago moves to yesterday', '2026-01-07', '2026-01-14'],
  ['today moves back', '2026-01-15', '2026-01-08'],
  ['the far future moves back', '2027-06-01', '2026-01-13'],
  ['years ago moves forward over leap days', '2019-02-28', '2026-01-08'],
])('a last sale of %s', (_what, last, moved) => {
  const shift = shiftDates([dataset('d1', last)], '2026-01-15');
  expect(datesOf(shift(dataset('d1', last)))).toEqual([moved]);
  expect(new Date(moved).getUTCDay()).toBe(new Date(last).getUTCDay());
});

it('all dates move by as much as the last of all', () => {
  const all = [dataset('d1', '2024-02-29', '2025-12-24'), dataset('d2', '2025-12-31')];
  expect(all.map(shiftDates(all, '2026-01-15')).map(datesOf)).toEqual([['2024-03-14', '2026-01-07'], ['2026-01-14']]);
});

it('nothing moves when there is nothing', () => {
  expect(shiftDates([], '2026-01-15')(dataset('d1', '2020-01-01'))).toEqual(dataset('d1', '2020-01-01'));
});
