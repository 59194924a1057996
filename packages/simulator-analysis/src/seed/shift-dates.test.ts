import { expect, it } from 'vitest';
import { shiftDates } from './read-analysis-seed.js';

const dataset = (datasetId: string, ...dates: string[]) => ({
  datasetId,
  records: dates.map((departureDate) => ({ transactionId: departureDate, departureDate })),
});
const datesOf = ({ records }: { records: ReadonlyArray<Record<string, unknown>> }) =>
  records.map(({ departureDate }) => departureDate);

const shape = { dateKey: 'departureDate' };

it.each([
  ['yesterday is kept', '2026-01-14', '2026-01-14'],
  ['a week before yesterday moves to yesterday', '2026-01-07', '2026-01-14'],
  ['three weeks after yesterday moves back', '2026-02-04', '2026-01-14'],
  ['years ago moves forward over leap days', '2019-02-27', '2026-01-14'],
])('a latest record dated %s', (_what, last, moved) => {
  const shift = shiftDates([dataset('d1', last)], shape, '2026-01-15');
  expect(datesOf(shift(dataset('d1', last)))).toEqual([moved]);
  expect(new Date(moved).getUTCDay()).toBe(new Date(last).getUTCDay());
});

it.each(['2026-01-08', '2026-01-13', '2026-01-15', '2026-01-20', '2027-06-01'])(
  'shifts a latest record dated %s to yesterday',
  (last) => {
    const days = Array.from({ length: 14 }, (_item, age) =>
      new Date(Date.parse(last) - (13 - age) * 86_400_000).toISOString().slice(0, 10),
    );
    const moved = datesOf(shiftDates([dataset('d1', ...days)], shape, '2026-01-15')(dataset('d1', ...days)));
    expect(moved.at(-1)).toBe('2026-01-14');
    expect(moved.length).toBeGreaterThan(7);
  },
);

it('shifts all dates by the same number of days as the latest one', () => {
  const all = [dataset('d1', '2024-02-29', '2025-12-24'), dataset('d2', '2025-12-31')];
  expect(all.map(shiftDates(all, shape, '2026-01-15')).map(datesOf)).toEqual([
    ['2024-03-14', '2026-01-07'],
    ['2026-01-14'],
  ]);
});

it('leaves dates unchanged if the seed has none', () => {
  expect(shiftDates([], shape, '2026-01-15')(dataset('d1', '2020-01-01'))).toEqual(dataset('d1', '2020-01-01'));
});
