import type { Finding } from '@understudy/contract';
import { findRepeatedPayslipId } from './find-repeated-payslip-id.js';
import { payrollContract } from './payroll-service.js';

/** Creates the validators of a raw-data upload: the contract's checks, and unique ids. */
export function createPayslipValidators() {
  const validate = payrollContract.validator('PayrollDataset');
  const dataset = (value: unknown): Finding[] => {
    const findings = validate(value);
    if (findings.length > 0) return findings;
    // The contract has just found nothing wrong with it.
    const message = findRepeatedPayslipId(value as Parameters<typeof findRepeatedPayslipId>[0], '');
    if (message === undefined) return [];
    return [{ ruleId: 'request/repeated-id', severity: 'error', message, pointer: '/payslips' }];
  };
  return { dataset, webhook: payrollContract.validator('Webhook') };
}
