import { builtModule } from '@understudy/kernel';
import { type AnalysisService, collections } from '@understudy/simulator-analysis';
import { documentedDurationMs } from './policies.js';

/** What makes the payroll API differ from its siblings. */
export const payrollService: AnalysisService = {
  name: 'payroll',
  prefix: '/pd',
  scopeSuffix: 'pd',
  shape: { idKey: 'id', recordsKey: 'payslips', recordIdKey: 'id', dateKey: 'date' },
  uploads: { raw_data: 'upload', prediction: 'prediction', descriptions: 'descriptions' },
  refusesContentTypeOnUpload: true,
  storesAllOrNothing: false,
  webhookForm: 'full',
  predictionKind: 'prediction',
  collectionsOfDataset: [collections.descriptions],
  workModule: builtModule(import.meta.url, './work.js'),
  documentedDuration: () => documentedDurationMs,
};
