import { isDeepStrictEqual } from 'node:util';
import type { Conditions } from './extract-conditions.js';
import { describeBodyShape } from './recorded-exchange.js';
import { splitCases } from './split-cases.js';
import { allOf } from './to-cel.js';

/** Learns one template per shape of the items, with the conditions for each. */
export function byShape<Row extends { readonly value: unknown; readonly features: Conditions }>(
  rows: readonly Row[],
  learn: (similar: readonly Row[]) => unknown,
): unknown {
  const labelled = rows.map((row) => ({ row, features: row.features, label: describeBodyShape(row.value) }));
  return splitCases(labelled).reduceRight<unknown>((rest, { when, rows: own, label }) => {
    const condition = allOf(when);
    const answer = learn(own.flatMap((each) => (each.label === label ? [each.row] : [])));
    return condition === undefined || isDeepStrictEqual(answer, rest)
      ? answer
      : { '=if': condition, '=then': answer, '=else': rest };
  }, null);
}
