import { loadBundledContract } from '@understudy/kernel';

export const rosteringContract = loadBundledContract('rostering', import.meta.url, '../src/generated/contract.json');
