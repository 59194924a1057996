import { type Calibration, calibrate, countedNats, scoreOfNats } from '../core/contributions.js';
import { type RowScorer, untrained } from './row-scorer.js';
import type { TimeRow } from './time-row.js';

/** What each field says of each training row, in nats; 0 where it says nothing. */
export type Said = Map<string, Float64Array>;

/** Asks all fields about all rows, column by column, so that nothing but numbers is kept. */
export function askFields(scorer: RowScorer, rows: readonly TimeRow[]): Said {
  const said: Said = new Map();
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

/** Calibration of each field. */
export function calibrateFields(said: Said): [field: string, calibration: Calibration][] {
  return [...said].map(([field, column]) => [field, calibrate(column)]);
}

/** Scores of the training rows. */
export function scoreRows(said: Said, count: number, calibrations: ReadonlyMap<string, Calibration>): Float64Array {
  const sums = new Float64Array(count);
  for (const [field, column] of said) {
    const calibration = calibrations.get(field) ?? untrained;
    for (let index = 0; index < count; index += 1) {
      sums[index] = (sums[index] ?? 0) + countedNats(column[index] ?? 0, calibration);
    }
  }
  return sums.map(scoreOfNats);
}
