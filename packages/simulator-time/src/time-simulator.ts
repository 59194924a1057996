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
import { predictionJobKind } from './predictions/prediction-job.js';
import { resultEntryBytes, weekdayField } from './settings.js';
import { timeContract } from './time-contract.js';
import { timeService } from './time-service.js';
import { trainingJobKind } from './trainer/training-job.js';
import { resultView } from './views/result-view.js';

/** The time registration API. */
export const timeSimulator: Simulator = defineSimulator<Operations>({
  name: timeService.name,
  contract: timeContract,
  operations,
  refusals: analysisRefusals,
  envelope: analysisEnvelope,
  jobs: [...Object.values(dataJobs), trainingJobKind, predictionJobKind],
  settings: [pageSize, weekdayField, resultEntryBytes],
  actions: { addSubscriptions },
  views: [resultView],
  checkScope: (scopes) => checkScope(timeService, scopes),
  tenantOf: ({ tenantId }) => (typeof tenantId === 'string' ? tenantId : undefined),
  // It brings the engine along, and the empty sandbox needs none.
  seedOfDay: async (data, seeding) => (await import('./seed/seed-time.js')).seedTime(data, seeding),
});
