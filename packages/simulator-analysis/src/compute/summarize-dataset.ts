import type { StoredDataset } from '../entities.js';
import type { components } from '../generated/types.js';
import type { DatasetShape } from '../service.js';

const day = 24 * 60 * 60 * 1000;

/** Returns the summary of a dataset with at least one record. Intervals are days (analysis.gap.summary-granularity). */
export function summarizeDataset(
  { records }: StoredDataset,
  { dateKey }: DatasetShape,
): components['schemas']['DatasetSummary'] {
  const dates = records.map((record) => String(record[dateKey]));
  const [startDate = '', endDate = startDate] = [dates[0], dates.at(-1)];
  const total = (Date.parse(endDate) - Date.parse(startDate)) / day + 1;
  const withRecords = new Set(dates).size;
  return {
    startDate,
    endDate,
    intervalGranularity: 'D',
    numberOfIntervalsWithRecords: withRecords,
    numberOfIntervalsWithoutRecords: total - withRecords,
    numberOfIntervalsTotal: total,
  };
}
