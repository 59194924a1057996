import type { Handlers } from '@understudy/kernel';
import { analyze, checkFeasibility } from './checks/analyze.js';
import type { operations as Operations } from './generated/types.js';
import { getResult } from './jobs/get-result.js';
import { getJobStatus, getRequest, stopJob } from './jobs/job-operations.js';
import { startJob } from './jobs/start-job.js';

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
