import { loadBundledContract } from '@understudy/kernel/compute';

/** What specs/payroll describes. */
export const payrollContract = loadBundledContract('payroll', import.meta.url, '../src/generated/contract.json');
