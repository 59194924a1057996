import { loadBundledContract } from '@understudy/kernel/compute';

/** What specs/inventory describes. */
export const inventoryContract = loadBundledContract('inventory', import.meta.url, '../src/generated/contract.json');
