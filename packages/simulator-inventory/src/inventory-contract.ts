import { loadGeneratedContract } from '@understudy/kernel';

/** What specs/inventory describes. */
export const inventoryContract = loadGeneratedContract('inventory', import.meta.url, '../src/generated/contract.json');
