import { calibrateCounted, clampNats, type FieldCalibration, toScore } from '../core/contributions.js';
import { addToHistogram, countHistogramValues } from '../core/histogram.js';
import { defaultCalibration, type RowScorer } from './row-scorer.js';
import type { RowModel } from './time-model.js';
import type { TimeRow } from './time-row.js';

/** The surprise of each field in each training row, in nats; 0 means no surprise. */
export type SurprisesByField = Map<string, Float64Array>;

/** Computes the surprises of all fields in all rows, one column at a time, so that only numbers are stored. */
export function computeSurprises(scorer: RowScorer, rows: readonly TimeRow[]): SurprisesByField {
  const said: SurprisesByField = new Map();
  for (const [index, row] of rows.entries()) {
    for (const { field, nats } of scorer.surprises(row)) {
      let column = said.get(field);
      if (column === undefined) {
        column = new Float64Array(rows.length);
        said.set(field, column);
      }
      column[index] = nats;
    }
  }
  return said;
}

/** Bins that surprises are counted in, in nats. */
const natsPerBin = 0.02;

/** Adds the surprises of `count` rows to those of earlier rows. A field can be new. */
export function addSurprises(
  earlier: RowModel['surprises'],
  said: SurprisesByField,
  count: number,
): RowModel['surprises'] {
  const fields = new Map(earlier);
  const before = Math.max(0, ...earlier.map(([, nats]) => countHistogramValues(nats)));
  for (const field of said.keys()) {
    if (!fields.has(field)) fields.set(field, { width: natsPerBin, doublings: 0, zeros: before, bins: [] });
  }
  return [...fields].map(([field, nats]) => [field, addToHistogram(nats, said.get(field) ?? new Float64Array(count))]);
}

export function calibrateFields(surprises: RowModel['surprises']): RowModel['calibrations'] {
  return surprises.map(([field, nats]) => [field, calibrateCounted(nats)]);
}

export function scoreRows(
  said: SurprisesByField,
  count: number,
  calibrations: ReadonlyMap<string, FieldCalibration>,
): Float64Array {
  const sums = new Float64Array(count);
  for (const [field, column] of said) {
    const calibration = calibrations.get(field) ?? defaultCalibration;
    for (let index = 0; index < count; index += 1) {
      sums[index] = (sums[index] ?? 0) + clampNats(column[index] ?? 0, calibration);
    }
  }
  return sums.map(toScore);
}
