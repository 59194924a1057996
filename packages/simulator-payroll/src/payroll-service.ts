import { loadBundledContract, resolveBuiltModule } from '@understudy/kernel/compute';
import type { AnalysisService } from '@understudy/simulator-analysis';
import { analysisCollections } from '@understudy/simulator-analysis/compute';

export const payrollContract = loadBundledContract('payroll', import.meta.url, '../src/generated/contract.json');

export const payrollService: AnalysisService = {
  name: 'payroll',
  prefix: '/pd',
  scopeSuffix: 'pd',
  contract: payrollContract,
  takesDescriptions: true,
  shape: { idKey: 'id', recordsKey: 'payslips', recordIdKey: 'id', dateKey: 'date' },
  refusesContentTypeOnUpload: true,
  storesAllOrNothing: false,
  webhookForm: 'full',
  collectionsOfDataset: [analysisCollections.descriptions],
  workModule: resolveBuiltModule(import.meta.url, './work.js'),
  // The documents state no duration for this API.
  documentedDuration: () => 60_000,
};
