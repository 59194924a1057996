import { defineSimulator, type Simulator } from '@understudy/kernel';
import {
  addSubscriptions,
  analysisEnvelope,
  analysisRefusals,
  checkScope,
  pageSize,
} from '@understudy/simulator-analysis';
import { dataJobs } from './data-jobs.js';
import type { operations as Operations } from './generated/types.js';
import { operations } from './operations.js';
import { payrollContract } from './payroll-contract.js';
import { payrollService } from './payroll-service.js';
import { predictionJobKind } from './predictions/prediction-job.js';
import { trainingJobKind } from './trainer/training-job.js';
import { resultView } from './views/result-view.js';

/** The payroll API. */
export const payrollSimulator: Simulator = defineSimulator<Operations>({
  name: payrollService.name,
  contract: payrollContract,
  operations,
  refusals: analysisRefusals,
  envelope: analysisEnvelope,
  jobs: [...Object.values(dataJobs), trainingJobKind, predictionJobKind],
  settings: [pageSize],
  actions: { addSubscriptions },
  views: [resultView],
  checkScope: (scopes) => checkScope(payrollService, scopes),
  tenantOf: ({ tenantId }) => (typeof tenantId === 'string' ? tenantId : undefined),
  // It brings the engine along, and the empty sandbox needs none.
  seedOfDay: async (data, seeding) => (await import('./seed/seed-payroll.js')).seedPayroll(data, seeding),
});
