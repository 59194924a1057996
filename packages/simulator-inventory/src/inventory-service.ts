import { builtModule } from '@understudy/kernel/compute';
import type { AnalysisService } from '@understudy/simulator-analysis';
import { documentedDurationMs } from './policies.js';

/** What makes the inventory API differ from its siblings. */
export const inventoryService: AnalysisService = {
  name: 'inventory',
  prefix: '/io',
  scopeSuffix: 'io',
  shape: { idKey: 'datasetId', recordsKey: 'transactions', recordIdKey: 'transactionId', dateKey: 'departureDate' },
  refusesContentTypeOnUpload: false,
  storesAllOrNothing: true,
  webhookForm: 'full',
  workModule: builtModule(import.meta.url, './work.js'),
  documentedDuration: () => documentedDurationMs,
};
