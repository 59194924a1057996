import type { PayrollPrediction } from '@understudy/engine-anomaly';
import type { DatasetResult } from '../entities.js';

/**
 * The engine's findings for a dataset as the API shows them: with the dataset's id and a `predictionId` per finding for
 * feedback (payroll.gap.dataset-results-item, payroll.gap.feedback-items).
 *
 * @param nextId returns a new id at each call
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
