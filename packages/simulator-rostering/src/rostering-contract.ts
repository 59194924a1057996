import { loadGeneratedContract } from '@understudy/kernel';

/** What specs/rostering describes. */
export const rosteringContract = loadGeneratedContract('rostering', import.meta.url, '../src/generated/contract.json');
