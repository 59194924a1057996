import { loadBundledContract } from '@understudy/kernel';

/** The contract of specs/einvoicing. */
export const einvoicingContract = loadBundledContract('einvoicing', import.meta.url, '../src/generated/contract.json');
