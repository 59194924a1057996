import type { DatasetRecord, StoredDataset } from '../entities.js';
import type { DatasetShape } from '../service.js';

const day = 24 * 60 * 60 * 1000;
const week = 7 * day;

/** Returns a function that shifts dates by whole weeks, so that the records of all datasets end yesterday. */
export function shiftDates(
  datasets: readonly StoredDataset[],
  { dateKey }: Pick<DatasetShape, 'dateKey'>,
  today: string,
): (dataset: StoredDataset) => StoredDataset {
  // Records are in the order of their dates.
  const last = datasets
    .map(({ records }) => String(records.at(-1)?.[dateKey]))
    .sort()
    .at(-1);
  const shift = last === undefined ? 0 : Math.ceil((Date.parse(today) - day - Date.parse(last)) / week) * week;
  const shifted = (date: unknown) => new Date(Date.parse(String(date)) + shift).toISOString().slice(0, 10);
  return (dataset) => ({
    ...dataset,
    records: dataset.records
      .map((record): DatasetRecord => ({ ...record, [dateKey]: shifted(record[dateKey]) }))
      .filter((record) => String(record[dateKey]) < today),
  });
}
