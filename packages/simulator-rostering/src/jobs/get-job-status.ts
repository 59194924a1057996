import type { Handler } from '@understudy/kernel';
import { unknownJob } from '../errors.js';
import type { operations } from '../generated/types.js';
import { findOwnJob } from './find-own-job.js';
import { presentStatus } from './present-status.js';

/** Whether a job still runs (rostering.status.running-or-stopped). */
export const getJobStatus: Handler<operations['getJobStatus']> = async ({ path }, context) => {
  const job = await findOwnJob(path.id, context);
  if (job === undefined) return unknownJob(path.id);
  if (job.finishedAt === undefined) context.jobs.notePoll(job.id);
  return { status: 200, body: presentStatus(job, context.clock.now()) };
};
