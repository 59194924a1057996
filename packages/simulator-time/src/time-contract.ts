import { loadBundledContract } from '@understudy/kernel/compute';

/** What specs/time describes. */
export const timeContract = loadBundledContract('time', import.meta.url, '../src/generated/contract.json');
