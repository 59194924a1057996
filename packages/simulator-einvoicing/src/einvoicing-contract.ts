import { loadBundledContract } from '@understudy/kernel';
import { contractIndex } from './generated/contract-index.js';

/** What specs/einvoicing describes. */
export const einvoicingContract = loadBundledContract({
  name: 'einvoicing',
  index: contractIndex,
  from: import.meta.url,
  path: '../src/generated/contract.json',
});
