import { builtModule } from '@understudy/kernel';
import { type AnalysisService, collections } from '@understudy/simulator-analysis';
import { documentedDurationMs } from './policies.js';

/** What makes the payroll API differ from its siblings. */
export const payrollService: AnalysisService = {
  name: 'payroll',
  prefix: '/pd',
  scopeSuffix: 'pd',
  shape: { idKey: 'id', recordsKey: 'payslips', recordIdKey: 'id', dateKey: 'date' },
  refusesContentTypeOnUpload: true,
  storesAllOrNothing: false,
  webhookForm: 'full',
  collectionsOfDataset: [collections.descriptions],
  workModule: builtModule(import.meta.url, './work.js'),
  documentedDuration: () => documentedDurationMs,
};
