import { type HandlerContext, type OperationHandler, RawJson } from '@understudy/kernel';
import { rosterJobs } from '../entities.js';
import { createUnknownJobError } from '../errors.js';
import type { operations } from '../generated/types.js';
import { rosterJobKind } from './roster-job.js';
import { toJobStatus } from './to-job-status.js';

/** A job of the caller's client, of its customers if the token is limited (rostering.gap.job-visibility). */
export async function findOwnJob(id: string, { caller, scopes }: Pick<HandlerContext, 'caller' | 'scopes'>) {
  const job = await scopes.shared.collection(rosterJobs).get(id);
  if (job === undefined || caller === undefined || job.owner.clientId !== caller.clientId) return undefined;
  if (caller.tenants !== undefined && !caller.tenants.includes(job.owner.tenantId)) return undefined;
  return job;
}

/** Returns whether a job is still running (rostering.status.running-or-stopped). */
export const getJobStatus: OperationHandler<operations['getJobStatus']> = async ({ path }, context) => {
  const job = await findOwnJob(path.id, context);
  if (job === undefined) return createUnknownJobError(path.id);
  if (job.finishedAt === undefined) context.jobs.notePoll(job.id);
  return { status: 200, body: toJobStatus(job, context.clock.now()) };
};

/** Returns the submitted job definition, byte for byte (rostering.request.operation). */
export const getRequest: OperationHandler<operations['getRequest']> = async ({ path }, context) => {
  const job = await findOwnJob(path.id, context);
  if (job === undefined) return createUnknownJobError(path.id);
  return { status: 200, body: new RawJson(job.input.definition) };
};

/** Stops a job with its best roster. A finished job does not change (rostering.gap.stop-operation). */
export const stopJob: OperationHandler<operations['stopJob']> = async ({ path }, context) => {
  const job = await findOwnJob(path.id, context);
  if (job === undefined) return createUnknownJobError(path.id);
  const stopped = job.finishedAt === undefined ? await context.jobs.stop(rosterJobKind, job.id) : job;
  return { status: 200, body: toJobStatus(stopped ?? job, context.clock.now()) };
};
