import { builtModule } from '@understudy/kernel/compute';
import type { AnalysisService } from '@understudy/simulator-analysis';
import { collections } from './entities.js';
import { beyondGuideline, documentedDuration } from './policies.js';

/** What makes the time registration API differ from its siblings. */
export const timeService: AnalysisService = {
  name: 'time',
  prefix: '/td',
  scopeSuffix: 'td',
  shape: { idKey: 'datasetId', recordsKey: 'registrations', recordIdKey: 'registrationId', dateKey: 'date' },
  refusesContentTypeOnUpload: true,
  storesAllOrNothing: false,
  webhookForm: 'short',
  collectionsOfDataset: [collections.marks, collections.descriptions],
  workModule: builtModule(import.meta.url, './work.js'),
  documentedDuration,
  beyondGuideline,
};
