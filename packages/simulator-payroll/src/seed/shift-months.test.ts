import { expect, it } from 'vitest';
import { shiftMonths } from './shift-months.js';

const dataset = (...dates: readonly string[]) => ({
  datasetId: 'd1',
  records: dates.map((date) => ({ id: date, date })),
});
const shift = (today: string, ...dates: readonly string[]) =>
  shiftMonths([dataset(...dates)], today)(dataset(...dates)).records.map(({ date }: { date?: unknown }) => date);

it.each([
  ['2026-01-01', ['2025-12-31'], ['2025-12-31']],
  ['2025-12-31', ['2025-12-31'], ['2025-11-30']],
  ['2026-11-21', ['2025-11-30', '2025-12-31'], ['2026-09-30', '2026-10-31']],
  ['2026-12-01', ['2025-01-31', '2025-02-28', '2025-11-30'], ['2026-01-31', '2026-02-28', '2026-11-30']],
  ['2028-03-01', ['2027-01-29', '2027-02-14', '2027-02-28'], ['2028-01-29', '2028-02-14', '2028-02-29']],
  ['2026-03-10', ['2026-05-30', '2026-05-31'], ['2026-02-28', '2026-02-28']],
  ['2026-01-15', ['1950-06-15', '2026-01-14'], ['1950-06-15', '2026-01-14']],
  ['2026-01-15', ['0004-02-28', '0004-02-29'], ['2025-12-28', '2025-12-31']],
])('on %s, shifts %j to %j', (today, dates, shifted) => {
  expect(shift(today, ...dates)).toEqual(shifted);
});

it('shifts the periods of payslip lines, and nothing else', () => {
  const line = { id: 'l', type: 'salary', amount: 1, fromDate: '2025-12-01', toDate: '2025-12-31' };
  const other = { id: 'm', type: '2025-12-01', amount: 1, fromDate: null };
  const payslip = (date: string, transactions: readonly object[]) => ({ id: 'a', date, transactions });
  const datasets = [{ datasetId: 'd1', customerId: 'C', records: [payslip('2025-12-31', [line, other])] }];
  expect(datasets.map(shiftMonths(datasets, '2026-03-01'))).toEqual([
    {
      datasetId: 'd1',
      customerId: 'C',
      records: [payslip('2026-02-28', [{ ...line, fromDate: '2026-02-01', toDate: '2026-02-28' }, other])],
    },
  ]);
});

it('shifts all datasets by the same number of months, based on the latest payslip', () => {
  const datasets = [dataset('2025-06-30'), dataset('2025-12-31'), { datasetId: 'empty', records: [] }];
  const moved = datasets.map(shiftMonths(datasets, '2026-02-10')).map(({ records }) => records[0]?.['date']);
  expect(moved).toEqual(['2025-07-31', '2026-01-31', undefined]);
  expect(shiftMonths([], '2026-02-10')(dataset('2025-12-31'))).toEqual(dataset('2025-12-31'));
});
