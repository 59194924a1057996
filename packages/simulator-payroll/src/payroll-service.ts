import { builtModule } from '@understudy/kernel/compute';
import type { AnalysisService } from '@understudy/simulator-analysis';
import { collections } from '@understudy/simulator-analysis/compute';
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
