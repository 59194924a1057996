import { loadBundledContract } from '@understudy/kernel';
import { contractIndex } from './generated/contract-index.js';

/** What specs/rostering describes. */
export const rosteringContract = loadBundledContract({
  name: 'rostering',
  index: contractIndex,
  from: import.meta.url,
  path: '../src/generated/contract.json',
});
