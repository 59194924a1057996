import { loadBundledContract } from '@understudy/kernel';

/** What specs/einvoicing describes. */
export const einvoicingContract = loadBundledContract('einvoicing', import.meta.url, '../src/generated/contract.json');
