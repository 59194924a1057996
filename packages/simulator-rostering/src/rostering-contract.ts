import { loadBundledContract } from '@understudy/kernel';

/** The contract of specs/rostering. */
export const rosteringContract = loadBundledContract('rostering', import.meta.url, '../src/generated/contract.json');
