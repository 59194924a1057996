import { findRepeatedId } from '@understudy/simulator-analysis/compute';
import type { PayrollDataset } from './entities.js';

/**
 * Finds the first payslip or line in `pointer` with a repeated id (payroll.gap.payslip, analysis.gap.validation-rules).
 */
export function findRepeatedPayslipId({ payslips }: PayrollDataset, pointer: string): string | undefined {
  const fault = findRepeatedId(payslips, 'id', `${pointer}/payslips`);
  if (fault !== undefined) return fault;
  const seen = new Set<string>();
  for (const [index, { transactions }] of payslips.entries()) {
    for (const [place, { id }] of transactions.entries()) {
      const at = `${pointer}/payslips/${index}/transactions/${place}/id`;
      if (seen.has(id)) return `${at} "${id}" occurs more than once in the dataset`;
      seen.add(id);
    }
  }
  return undefined;
}
