import { loadGeneratedContract } from '@understudy/kernel';

/** What specs/einvoicing describes. */
export const einvoicingContract = loadGeneratedContract(
  'einvoicing',
  import.meta.url,
  '../src/generated/contract.json',
);
