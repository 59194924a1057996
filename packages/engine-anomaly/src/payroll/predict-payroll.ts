import { computePayslipSurprises } from './compute-payslip-surprises.js';
import { findTrends } from './find-trends.js';
import { parseLineType } from './line-type.js';
import { type PayslipView, toPayslipView } from './payslip-view.js';
import type { PreparedPayrollModel } from './prepare-payroll.js';
import { scorePayslip } from './score-payslip.js';
import type {
  FindingContext,
  MissingFinding,
  ObservedFinding,
  PayrollPrediction,
  Payslip,
  PayslipResult,
} from './types.js';

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
