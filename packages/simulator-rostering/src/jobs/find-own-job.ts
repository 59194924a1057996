import type { Context } from '@understudy/kernel';
import { rosterJobs } from '../entities.js';

/**
 * A job of the caller's client, whoever its customer is (rostering.gap.job-visibility); for a token that may act for
 * some customers only, a job of one of these.
 */
export async function findOwnJob(id: string, { caller, scopes }: Pick<Context, 'caller' | 'scopes'>) {
  const job = await scopes.shared.collection(rosterJobs).get(id);
  if (job === undefined || caller === undefined || job.owner.clientId !== caller.clientId) return undefined;
  if (caller.tenants !== undefined && !caller.tenants.includes(job.owner.tenantId)) return undefined;
  return job;
}
