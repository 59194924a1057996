import type { Surprise } from '../core/contributions.js';
import type { RowModel } from './row-model.js';
import type { TimeRow } from './time-row.js';

/** Rows without a feature that count as evidence at most: a new feature may also be new at the sender. */
const mostEvidence = 5;

/**
 * Judges the extra numericals and categoricals that training never saw, against the habit of having none
 * (`time.gap.unseen-features`): -ln of the odds of a feature after n rows without it, (n + 0.5) to 0.5, n at most 5. That
 * makes 25 of 100 points. Zero and empty are none.
 */
export function unseenFeatures(model: RowModel): (row: TimeRow) => Surprise[] {
  const known = new Set([...model.numericals.map(({ name }) => name), ...model.categoricals]);
  const rows = model.employees.reduce((sum, [, count]) => sum + count, 0);
  const nats = Math.log(2 * Math.min(rows, mostEvidence) + 1);
  return ({ numericals, categoricals }) => {
    // Nearly all rows have none, and each row is asked.
    if (numericals.length + categoricals.length === 0) return [];
    const found = new Map<string, Surprise>();
    for (const { name, value } of numericals) {
      if (known.has(name) || found.has(name) || value === 0) continue;
      found.set(name, { field: name, nats, direction: value > 0 ? 1 : -1 });
    }
    for (const { name, value } of categoricals) {
      if (known.has(name) || found.has(name) || value === '') continue;
      found.set(name, { field: name, nats, direction: 0 });
    }
    return [...found.values()];
  };
}
