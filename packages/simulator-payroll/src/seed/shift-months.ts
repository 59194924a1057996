import type { DatasetRecord, StoredDataset } from '@understudy/simulator-analysis';

/** Returns a function that shifts payslips by whole months, so that the latest is in the month before `today`. */
export function shiftMonths(
  datasets: readonly StoredDataset[],
  today: string,
): (dataset: StoredDataset) => StoredDataset {
  // Payslips are sorted by date.
  const last = datasets
    .flatMap(({ records }) => records.slice(-1).map(({ date }) => String(date)))
    .sort()
    .at(-1);
  if (last === undefined) return (dataset) => dataset;
  const upToToday = monthOf(today) - monthOf(last);
  const months = addMonths(last, upToToday) < today ? upToToday : upToToday - 1;
  const shifted = (record: DatasetRecord) => shiftDates(record, ['date', 'fromDate', 'toDate'], months);
  return (dataset) => ({
    ...dataset,
    records: dataset.records.map((payslip) => {
      const { transactions } = payslip;
      const lines = Array.isArray(transactions) ? { transactions: transactions.map(shifted) } : {};
      return { ...shifted(payslip), ...lines };
    }),
  });
}

function shiftDates(record: DatasetRecord, keys: readonly string[], months: number): DatasetRecord {
  const moved = keys.flatMap((key) => {
    const date = record[key];
    return typeof date === 'string' ? [[key, addMonths(date, months)]] : [];
  });
  return { ...record, ...Object.fromEntries(moved) };
}

/**
 * The last day of a month becomes the last day of the target month, as does a day that the target month does not have.
 */
function addMonths(date: string, months: number): string {
  const month = monthOf(date) + months;
  const day = Number(date.slice(8));
  const days = daysIn(month);
  const moved = day === daysIn(monthOf(date)) ? days : Math.min(day, days);
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${twoDigits((month % 12) + 1)}-${twoDigits(moved)}`;
}

/** Months since the start of the year 0. */
function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/**
 * Returns the days of a month. Maps its year to 2000-2399: the calendar repeats after 400 years, and `Date` misreads
 * years below 100.
 */
function daysIn(month: number): number {
  const year = 2000 + (Math.floor(month / 12) % 400);
  return new Date(Date.UTC(year, (month % 12) + 1, 0)).getUTCDate();
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
