import type { StoredDataset } from '@understudy/simulator-analysis';

const day = 24 * 60 * 60 * 1000;
const week = 7 * day;

/**
 * Makes a function that moves the dates of a dataset by whole weeks, forward or back: by as many as bring the last sale
 * of all the datasets to before today and into the last seven days. Weekdays stay.
 */
export function shiftDates(
  datasets: readonly StoredDataset[],
  today: string,
): (dataset: StoredDataset) => StoredDataset {
  // Records are in the order of their dates.
  const last = datasets
    .map(({ records }) => String(records.at(-1)?.['departureDate']))
    .sort()
    .at(-1);
  const shift = last === undefined ? 0 : Math.floor((Date.parse(today) - day - Date.parse(last)) / week) * week;
  const shifted = (date: unknown) => new Date(Date.parse(String(date)) + shift).toISOString().slice(0, 10);
  return (dataset) => ({
    ...dataset,
    records: dataset.records.map((record) => ({ ...record, departureDate: shifted(record['departureDate']) })),
  });
}
