import { loadBundledContract } from '@understudy/kernel';

export const einvoicingContract = loadBundledContract('einvoicing', import.meta.url, '../src/generated/contract.json');
