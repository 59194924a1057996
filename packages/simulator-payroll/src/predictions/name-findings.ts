import type { PayrollPrediction } from '@understudy/engine-anomaly';
import type { DatasetResult } from '../entities.js';

/**
 * Returns the findings for a dataset, each with a `predictionId` (payroll.gap.dataset-results-item, .feedback-items).
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
