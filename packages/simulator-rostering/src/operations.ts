import type { Handlers } from '@understudy/kernel';
import { analyze } from './checks/analyze.js';
import { checkFeasibility } from './checks/check-feasibility.js';
import type { operations as Operations } from './generated/types.js';
import { getJobStatus } from './jobs/get-job-status.js';
import { getRequest } from './jobs/get-request.js';
import { getResult } from './jobs/get-result.js';
import { startJob } from './jobs/start-job.js';
import { stopJob } from './jobs/stop-job.js';

/** Every operation of the automatic rostering API. */
export const operations: Handlers<Operations> = {
  startJob,
  getJobStatus,
  stopJob,
  getResult,
  getRequest,
  analyze,
  checkFeasibility,
};
