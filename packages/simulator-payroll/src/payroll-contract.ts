import { loadGeneratedContract } from '@understudy/kernel';

/** What specs/payroll describes. */
export const payrollContract = loadGeneratedContract('payroll', import.meta.url, '../src/generated/contract.json');
