import type { Handler } from '@understudy/kernel';
import { unknownJob } from '../errors.js';
import type { operations } from '../generated/types.js';
import { findOwnJob } from './find-own-job.js';
import { presentStatus } from './present-status.js';
import { rosterJobKind } from './roster-job.js';

/** Stops a job with its best roster so far; one that has ended stays as it is (rostering.gap.stop-operation). */
export const stopJob: Handler<operations['stopJob']> = async ({ path }, context) => {
  const job = await findOwnJob(path.id, context);
  if (job === undefined) return unknownJob(path.id);
  const stopped = job.finishedAt === undefined ? await context.jobs.stop(rosterJobKind, job.id) : job;
  return { status: 200, body: presentStatus(stopped ?? job, context.clock.now()) };
};
