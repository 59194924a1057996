import { computePayslipSurprises } from './compute-payslip-surprises.js';
import { compareTexts } from './employee-history.js';
import { computeDeviation } from './line-surprise.js';
import { parseLineType } from './line-type.js';
import { type PayslipView, toPayslipView } from './payslip-view.js';
import type { PreparedPayrollModel } from './prepare-payroll.js';
import { scorePayslip } from './score-payslip.js';
import type {
  FindingContext,
  MissingFinding,
  ObservedFinding,
  PayrollPrediction,
  PayrollTrend,
  Payslip,
  PayslipResult,
} from './types.js';

/** Minimum number of employees with a trend, and as a share of the employees with the line type. */
const leastEmployees = 3;
const leastShare = 0.5;

/** Finds line types that rose or fell for half, and at least three, employees (`payroll.gap.dataset-results-item`). */
function findTrends(model: PreparedPayrollModel, views: readonly PayslipView[]): PayrollTrend[] {
  const { gross, net } = model.totals;
  const kinds = new Map<string, Map<string, number[]>>();
  for (const view of views) {
    const { employeeId } = view.payslip;
    for (const [kind, lines] of view.kinds) {
      const common = model.kinds.get(kind);
      if (common === undefined || kind === gross || kind === net) continue;
      const own = model.employees.get(employeeId)?.kinds.get(kind);
      for (const line of lines) {
        const deviation = computeDeviation({ common, own }, line, view);
        if (deviation === undefined) continue;
        const employees = kinds.get(kind) ?? new Map<string, number[]>();
        kinds.set(kind, employees.set(employeeId, [...(employees.get(employeeId) ?? []), deviation]));
      }
    }
  }
  return [...kinds].flatMap(([kind, employees]) => trendsOf(kind, employees)).sort(byField);
}

function trendsOf(kind: string, employees: ReadonlyMap<string, readonly number[]>): PayrollTrend[] {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const beyond = (sign: 1 | -1) =>
    [...employees].flatMap(([employeeId, deviations]) => (sign * mean(deviations) > 1 ? [employeeId] : []));
  const up = beyond(1);
  const down = beyond(-1);
  const least = Math.max(leastEmployees, leastShare * employees.size);
  const { type, subType } = parseLineType(kind);
  const fields = [{ key: 'type', value: type }, ...(subType === undefined ? [] : [{ key: 'subType', value: subType }])];
  const trend = (type: PayrollTrend['type'], affected: string[]): PayrollTrend[] => [
    { type, fields, affectedEmployeeIds: affected.sort(compareTexts) },
  ];
  // Both directions at once are noise, not a trend.
  if (up.length >= least && down.length * 4 <= up.length) return trend('INCREASE', up);
  return down.length >= least && up.length * 4 <= down.length ? trend('DECREASE', down) : [];
}

function byField(a: PayrollTrend, b: PayrollTrend): number {
  const text = ({ fields }: PayrollTrend) => JSON.stringify(fields);
  return compareTexts(text(a), text(b));
}

/** Scores payslips in the given order (`payroll.purpose.pipeline`, `payroll.gap.dataset-results-item`). */
export function predictPayroll(model: PreparedPayrollModel, payslips: readonly Payslip[]): PayrollPrediction {
  const views = payslips.map((payslip) => toPayslipView(payslip, model.totals));
  return {
    severityThresholds: { ...model.severityThresholds },
    findings: findTrends(model, views),
    payslipResults: views.map((view) => resultOf(model, view)),
  };
}

function resultOf(model: PreparedPayrollModel, view: PayslipView): PayslipResult {
  const { payslip } = view;
  const { score, parts } = scorePayslip(computePayslipSurprises(model, view), model.calibrations);
  const context = (): FindingContext[] => [{ employeeId: payslip.employeeId, employeeGroups: [...view.groups] }];
  const observed: ObservedFinding[] = [];
  const missing: MissingFinding[] = [];
  for (const { surprise, points } of parts) {
    if (surprise.observed !== undefined) {
      const { line, field } = surprise.observed;
      const anomalyType = surprise.direction < 0 ? 'LOW_VALUE' : 'HIGH_VALUE';
      observed.push({ transactionId: line.id, score: points, context: context(), field, anomalyType });
    } else if (surprise.missing !== undefined) {
      missing.push({ score: points, context: context(), expectedField: toExpectedField(surprise.missing, view) });
    }
  }
  return { id: payslip.id, score, findings: { observed, missing } };
}

/** Returns the type of the missing line, or its subType if the payslip contains other lines of the type. */
export function toExpectedField(kind: string, view: PayslipView): { key: string; value: string } {
  const { type, subType } = parseLineType(kind);
  const others = view.payslip.transactions.some((line) => line.type === type);
  return subType !== undefined && others ? { key: 'subType', value: subType } : { key: 'type', value: type };
}
