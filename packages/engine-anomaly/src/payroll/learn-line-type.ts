import type { EmployeeHistory, HistoryEntry } from './employee-history.js';
import { learnField, learnGrossDependence } from './field-sizes.js';
import { isProduct, toLineContent } from './line-sizes.js';
import {
  type EmployeeLineTypeModel,
  type LineTypeModel,
  type NumericField,
  numericFields,
  type YesNoCount,
} from './payroll-model.js';
import type { PayslipView } from './payslip-view.js';
import { computeWeights, learnPresence, sumValues } from './presence.js';
import type { PayrollTransaction } from './types.js';

/** Learns one kind. @param isTotal - whether it is gross or net pay, whose size follows from the other lines */
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
  /** The levels before each line, per number. */
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
