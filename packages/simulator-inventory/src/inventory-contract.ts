import { loadBundledContract } from '@understudy/kernel/compute';
import { contractIndex } from './generated/contract-index.js';

/** What specs/inventory describes. */
export const inventoryContract = loadBundledContract({
  name: 'inventory',
  index: contractIndex,
  from: import.meta.url,
  path: '../src/generated/contract.json',
});
