import type { PayrollPrediction } from '@understudy/engine-anomaly';
import type { DatasetResult } from '../entities.js';

/**
 * What the engine has found for a dataset as the API shows it: with the dataset's id, and a `predictionId` for each
 * finding, which feedback names (payroll.gap.dataset-results-item, payroll.gap.feedback-items).
 *
 * @param nextId makes an id of its own at each call
 */
export function nameFindings(id: string, predicted: PayrollPrediction, nextId: () => string): DatasetResult {
  const named = <Found>(finding: Found) => ({ predictionId: nextId(), ...finding });
  return {
    id,
    severityThresholds: predicted.severityThresholds,
    findings: predicted.findings,
    payslipResults: predicted.payslipResults.map(({ findings: { observed, missing }, ...payslip }) => ({
      ...payslip,
      findings: { observed: observed.map(named), missing: missing.map(named) },
    })),
  };
}
