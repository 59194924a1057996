import type { Finding } from '@understudy/contract';
import { findRepeatedId } from '@understudy/simulator-analysis/compute';
import type { PayrollDataset } from './entities.js';
import { payrollContract } from './payroll-service.js';

/** Creates the validators of a raw-data upload: the contract's checks, and unique ids. */
export function createPayslipValidators() {
  const validate = payrollContract.validator('PayrollDataset');
  const dataset = (value: unknown): Finding[] => {
    const findings = validate(value);
    if (findings.length > 0) return findings;
    // The contract has just validated it.
    const message = findRepeatedPayslipId(value as Parameters<typeof findRepeatedPayslipId>[0], '');
    if (message === undefined) return [];
    return [{ ruleId: 'request/repeated-id', severity: 'error', message, pointer: '/payslips' }];
  };
  return { dataset, webhook: payrollContract.validator('Webhook') };
}

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
