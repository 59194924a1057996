import { loadGeneratedContract } from '@understudy/kernel';

/** What specs/time describes. */
export const timeContract = loadGeneratedContract('time', import.meta.url, '../src/generated/contract.json');
