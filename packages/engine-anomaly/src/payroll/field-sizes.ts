import { ownScale } from '../core/hierarchy.js';
import { medianOf, summarize } from '../core/robust-summary.js';
import { round } from '../core/round.js';
import { sizeOf } from './line-sizes.js';
import type { Entry, OwnHistory } from './own-history.js';
import { type FieldModel, floor, type NumericField, type OwnFieldModel, origin } from './payroll-model.js';
import { logCent } from './payslip-view.js';

/** Values that the recent level is the median of. */
const recent = 6;
/** Gross pay has to differ by so much, on so many payslips, to tell how a deduction follows it: better a lot than a little. */
const tellingGross = [0.1, 0.0002];
const leastTelling = 10;

/** A field's sizes of one kind: what is common, and each employee's own. */
export interface FieldSizes {
  common: FieldModel;
  own: Map<OwnHistory, OwnFieldModel>;
}

/** Learns the sizes of one number of a kind; undefined when no line has it. */
export function learnField(
  field: NumericField,
  owners: ReadonlyMap<OwnHistory, readonly Entry[]>,
  shape: { sign: 1 | -1; slope: number },
): FieldSizes | undefined {
  const own = new Map<OwnHistory, OwnFieldModel>();
  const all: number[] = [];
  const spreads: number[] = [];
  const levels: { level: number; groups: readonly string[] }[] = [];
  for (const [history, entries] of owners) {
    const sizes = entries.flatMap(({ line, view }) => sizeOf(line, field, shape, view) ?? []);
    if (sizes.length === 0) continue;
    const deviations = fromRecentLevel(sizes);
    const level = medianOf(Float64Array.from(sizes.slice(-recent)).sort());
    const summary = summarize(Float64Array.from(deviations, moved), { floor });
    own.set(history, { n: Math.min(recent, sizes.length), level: round(level, 6), deviations: summary });
    for (const deviation of deviations) all.push(deviation);
    const [mode] = summary.modes;
    if (mode !== undefined && deviations.length >= 5) spreads.push(ownScale(mode));
    levels.push({ level, groups: history.groups });
  }
  if (own.size === 0) return undefined;
  const summarized = (values: readonly number[]) => summarize(Float64Array.from(values, moved), { floor });
  const groups = [...new Set(levels.flatMap((item) => item.groups))].sort();
  const common: FieldModel = {
    deviations: summarized(all),
    within: round(medianOf(Float64Array.from(spreads).sort()), 6),
    levels: summarized(levels.map(({ level }) => level)),
    groupLevels: groups.map((group) => [
      group,
      summarized(levels.filter((item) => item.groups.includes(group)).map(({ level }) => level)),
    ]),
  };
  return { common, own };
}

/**
 * How a deduction follows gross pay: the median ratio of its change to that of gross pay, over payslips whose gross pay
 * is out of the employee's usual. 0 when it does not follow, or too few payslips tell.
 */
export function learnSlope(owners: ReadonlyMap<OwnHistory, readonly Entry[]>): number {
  const pairs: { change: number; gross: number }[] = [];
  for (const entries of owners.values()) {
    const paid = entries.filter(({ view, line }) => view.gross > logCent && line.amount < 0);
    const sizes = paid.flatMap(({ line, view }) => sizeOf(line, 'amount', { sign: -1, slope: 0 }, view) ?? []);
    const gross = fromRecentLevel(paid.map(({ view }) => view.gross));
    fromRecentLevel(sizes).forEach((change, index) => {
      const by = gross[index] ?? 0;
      pairs.push({ change, gross: by });
    });
  }
  const telling = tellingGross
    .map((least) => pairs.filter(({ gross }) => Math.abs(gross) >= least))
    .find(({ length }) => length >= leastTelling);
  if (telling === undefined) return 0;
  const slope = medianOf(Float64Array.from(telling, ({ change, gross }) => change / gross).sort());
  const error = (by: number) => telling.reduce((sum, { change, gross }) => sum + Math.abs(change - by * gross), 0);
  return slope > 0.1 && error(slope) < 0.8 * error(0) ? round(Math.min(3, slope), 4) : 0;
}

/** Each value but the first less the median of up to six before it. */
function fromRecentLevel(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => {
    const before = Float64Array.from(values.slice(Math.max(0, index + 1 - recent), index + 1)).sort();
    return value - medianOf(before);
  });
}

const moved = (value: number) => round(value, 6) + origin;
