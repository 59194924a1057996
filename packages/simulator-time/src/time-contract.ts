import { loadBundledContract } from '@understudy/kernel/compute';
import { contractIndex } from './generated/contract-index.js';

/** What specs/time describes. */
export const timeContract = loadBundledContract({
  name: 'time',
  index: contractIndex,
  from: import.meta.url,
  path: '../src/generated/contract.json',
});
