import { loadBundledContract } from '@understudy/kernel/compute';
import { contractIndex } from './generated/contract-index.js';

/** What specs/payroll describes. */
export const payrollContract = loadBundledContract({
  name: 'payroll',
  index: contractIndex,
  from: import.meta.url,
  path: '../src/generated/contract.json',
});
