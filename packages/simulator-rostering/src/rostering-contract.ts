import { loadBundledContract } from '@understudy/kernel';

/** What specs/rostering describes. */
export const rosteringContract = loadBundledContract('rostering', import.meta.url, '../src/generated/contract.json');
