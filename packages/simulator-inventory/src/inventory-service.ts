import { loadBundledContract, resolveBuiltModule } from '@understudy/kernel/compute';
import type { AnalysisService } from '@understudy/simulator-analysis';

export const inventoryContract = loadBundledContract('inventory', import.meta.url, '../src/generated/contract.json');

export const inventoryService: AnalysisService = {
  name: 'inventory',
  prefix: '/io',
  scopeSuffix: 'io',
  contract: inventoryContract,
  takesDescriptions: false,
  shape: { idKey: 'datasetId', recordsKey: 'transactions', recordIdKey: 'transactionId', dateKey: 'departureDate' },
  refusesContentTypeOnUpload: false,
  storesAllOrNothing: true,
  webhookForm: 'full',
  workModule: resolveBuiltModule(import.meta.url, './work.js'),
  // The documents state no duration for this API.
  documentedDuration: () => 60_000,
};
