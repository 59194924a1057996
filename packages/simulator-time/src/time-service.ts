import { loadBundledContract, resolveBuiltModule } from '@understudy/kernel/compute';
import type { AnalysisService } from '@understudy/simulator-analysis';
import { timeCollections } from './entities.js';
import { computeDocumentedDuration, describeGuidelineExcess } from './policies.js';

export const timeContract = loadBundledContract('time', import.meta.url, '../src/generated/contract.json');

export const timeService: AnalysisService = {
  name: 'time',
  prefix: '/td',
  scopeSuffix: 'td',
  contract: timeContract,
  takesDescriptions: true,
  shape: { idKey: 'datasetId', recordsKey: 'registrations', recordIdKey: 'registrationId', dateKey: 'date' },
  refusesContentTypeOnUpload: true,
  storesAllOrNothing: false,
  webhookForm: 'short',
  collectionsOfDataset: [timeCollections.marks, timeCollections.descriptions],
  workModule: resolveBuiltModule(import.meta.url, './work.js'),
  documentedDuration: computeDocumentedDuration,
  beyondGuideline: describeGuidelineExcess,
};
