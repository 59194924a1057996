import { estimateScale } from '../core/hierarchy.js';
import { computeMedian, summarize } from '../core/robust-summary.js';
import { round } from '../core/round.js';
import { computeDeductionBase, findExemptLineTypes } from './deduction-base.js';
import type { EmployeeHistory, HistoryEntry } from './employee-history.js';
import { computeLineSize, isProduct, type LineTypeTerms, toLineContent } from './line-sizes.js';
import {
  type EmployeeFieldModel,
  type EmployeeLineTypeModel,
  type FieldModel,
  type LineTypeModel,
  logOffset,
  minLogSpread,
  type NumericField,
  numericFields,
  type YesNoCount,
} from './payroll-model.js';
import { logCent, type PayslipView, toLogSize } from './payslip-view.js';
import { computeWeights, learnPresence, sumValues } from './presence.js';
import type { PayrollTransaction } from './types.js';

/** Learns one line type. @param isTotal - whether it is gross or net pay, whose size follows from the other lines */
export function learnLineType(
  owners: ReadonlyMap<EmployeeHistory, readonly HistoryEntry[]>,
  histories: readonly EmployeeHistory[],
  isTotal: boolean,
) {
  const entries = [...owners.values()].flat();
  const sign = entries.filter(({ line }) => line.amount < 0).length * 2 > entries.length ? -1 : 1;
  const follows = sign < 0 ? learnGrossDependence(owners) : { slope: 0, exempt: [] };
  const fields = (isTotal ? [] : numericFields).flatMap((field) => {
    const sizes = learnField(field, owners, { sign, ...follows });
    return sizes === undefined ? [] : [[field, sizes] as const];
  });
  const own = new Map<EmployeeHistory, EmployeeLineTypeModel>();
  for (const [history, mine] of owners) {
    const payslips = byPayslip(mine);
    const weights = computeWeights(history.views);
    const months = new Array<number>(12).fill(0);
    for (const { month } of payslips.keys()) months[month] = (months[month] ?? 0) + 1;
    own.set(history, {
      weight: sumValues([...payslips.keys()].map((view) => weights.get(view) ?? 0)),
      months,
      counts: countsOf(payslips),
      equal: equalLines(payslips),
      fields: fields.flatMap(([field, sizes]) => {
        const model = sizes.own.get(history);
        return model === undefined ? [] : [[field, model] as [NumericField, typeof model]];
      }),
    });
  }
  const product = entries.map(({ line }) => isProduct(line));
  const common: LineTypeModel = {
    sign,
    ...follows,
    fields: fields.map(([field, learned]) => [field, learned.common]),
    product: { yes: product.filter((is) => is === true).length, no: product.filter((is) => is === false).length },
    counts: merged([...own.values()].map(({ counts }) => counts)),
    equal: {
      yes: sumValues([...own.values()].map(({ equal }) => equal.yes)),
      no: sumValues([...own.values()].map(({ equal }) => equal.no)),
    },
    presence: learnPresence(owners, histories),
  };
  /** The level before each line, by numeric field. */
  const earlier = new Map(fields.map(([field, learned]) => [field, learned.earlier]));
  return { common, own, earlier };
}

function byPayslip(entries: readonly HistoryEntry[]): Map<PayslipView, PayrollTransaction[]> {
  const payslips = new Map<PayslipView, PayrollTransaction[]>();
  for (const { line, view } of entries) {
    const lines = payslips.get(view);
    if (lines === undefined) payslips.set(view, [line]);
    else lines.push(line);
  }
  return payslips;
}

function countsOf(payslips: ReadonlyMap<PayslipView, readonly PayrollTransaction[]>): [string, number][] {
  return merged([[...payslips.values()].map(({ length }) => [String(length), 1])]);
}

function merged(lists: readonly [string, number][][]): [string, number][] {
  const counts = new Map<string, number>();
  for (const [value, count] of lists.flat()) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts];
}

function equalLines(payslips: ReadonlyMap<PayslipView, readonly PayrollTransaction[]>): YesNoCount {
  const tally = { yes: 0, no: 0 };
  for (const lines of payslips.values()) {
    if (lines.length === 1) tally.no += 1;
    else tally[new Set(lines.map(toLineContent)).size < lines.length ? 'yes' : 'no'] += 1;
  }
  return tally;
}

/** Number of values whose median is the recent level. */
const recent = 6;
/**
 * Minimum changes of gross pay, tried in order, that show how a deduction follows it, and the number of payslips
 * required.
 */
const tellingGross = [0.1, 0.0002];
const leastTelling = 10;

/** Learns the sizes of one numeric field of a line type. Returns undefined if no line contains it. */
function learnField(
  field: NumericField,
  owners: ReadonlyMap<EmployeeHistory, readonly HistoryEntry[]>,
  shape: LineTypeTerms,
) {
  const own = new Map<EmployeeHistory, EmployeeFieldModel>();
  /** The employee's recent level before each line, for calibration. The first line has none. */
  const earlier = new Map<PayrollTransaction, number>();
  const all: number[] = [];
  const spreads: number[] = [];
  const levels: { level: number; groups: readonly string[] }[] = [];
  for (const [history, entries] of owners) {
    const sized = entries.flatMap(({ line, view }) => {
      const size = computeLineSize(line, field, shape, view);
      return size === undefined ? [] : [{ line, size }];
    });
    if (sized.length === 0) continue;
    const sizes = sized.map(({ size }) => size);
    const deviations = fromRecentLevel(sizes);
    for (const [index, { line, size }] of sized.slice(1).entries()) earlier.set(line, size - (deviations[index] ?? 0));
    const level = computeMedian(Float64Array.from(sizes.slice(-recent)).sort());
    const summary = summarize(Float64Array.from(deviations, moved), { floor: minLogSpread });
    own.set(history, { n: Math.min(recent, sizes.length), level: round(level, 6), deviations: summary });
    for (const deviation of deviations) all.push(deviation);
    const [mode] = summary.modes;
    if (mode !== undefined && deviations.length >= 5) spreads.push(estimateScale(mode));
    levels.push({ level, groups: history.groups });
  }
  if (own.size === 0) return undefined;
  const summarized = (values: readonly number[]) =>
    summarize(Float64Array.from(values, moved), { floor: minLogSpread });
  const groups = [...new Set(levels.flatMap((item) => item.groups))].sort();
  const common: FieldModel = {
    deviations: summarized(all),
    within: round(computeMedian(Float64Array.from(spreads).sort()), 6),
    levels: summarized(levels.map(({ level }) => level)),
    groupLevels: groups.map((group) => [
      group,
      summarized(levels.filter((item) => item.groups.includes(group)).map(({ level }) => level)),
    ]),
  };
  return { common, own, earlier };
}

/** Line types are excluded from the base of a deduction if the remaining ones reduce its error to this share. */
const plainlyBetter = 0.8;

/** Returns whether a deduction follows gross pay, and which line types it excludes. */
function learnGrossDependence(
  owners: ReadonlyMap<EmployeeHistory, readonly HistoryEntry[]>,
): Pick<LineTypeTerms, 'slope' | 'exempt'> {
  const all = learnSlope(owners, []);
  const exempt = findExemptLineTypes(owners);
  if (exempt.length === 0) return { slope: all.slope, exempt };
  const some = learnSlope(owners, exempt);
  if (some.slope === 0 || some.error > plainlyBetter * all.error) return { slope: all.slope, exempt: [] };
  return { slope: some.slope, exempt };
}

/**
 * Learns how a deduction follows its base: the median ratio of their changes on payslips whose base is unusual for the
 * employee. Returns 0 if it does not follow, or if too few payslips show it. The error is the sum of the unexplained
 * changes on all payslips.
 */
function learnSlope(
  owners: ReadonlyMap<EmployeeHistory, readonly HistoryEntry[]>,
  exempt: readonly string[],
): { slope: number; error: number } {
  const pairs: { change: number; gross: number }[] = [];
  for (const entries of owners.values()) {
    const paid = entries.filter(({ view, line }) => computeDeductionBase(view, exempt) > logCent && line.amount < 0);
    const sizes = paid.map(({ line }) => toLogSize(-line.amount));
    const gross = fromRecentLevel(paid.map(({ view }) => computeDeductionBase(view, exempt)));
    fromRecentLevel(sizes).forEach((change, index) => {
      const by = gross[index] ?? 0;
      pairs.push({ change, gross: by });
    });
  }
  const error = (by: number, of = pairs) =>
    of.reduce((sum, { change, gross }) => sum + Math.abs(change - by * gross), 0);
  const telling = tellingGross
    .map((least) => pairs.filter(({ gross }) => Math.abs(gross) >= least))
    .find(({ length }) => length >= leastTelling);
  if (telling === undefined) return { slope: 0, error: error(0) };
  const median = computeMedian(Float64Array.from(telling, ({ change, gross }) => change / gross).sort());
  const follows = median > 0.1 && error(median, telling) < 0.8 * error(0, telling);
  const slope = follows ? round(Math.min(3, median), 4) : 0;
  return { slope, error: error(slope) };
}

/** Returns each value except the first, minus the median of up to six values before it. */
function fromRecentLevel(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => {
    const before = Float64Array.from(values.slice(Math.max(0, index + 1 - recent), index + 1)).sort();
    return value - computeMedian(before);
  });
}

const moved = (value: number) => round(value, 6) + logOffset;
