import { type HandlerContext, type OperationHandler, RawJson } from '@understudy/kernel';
import { checkDefinition, decodeDefinition } from '../checks/analyze.js';
import { type RosterInput, type RosterJob, rosterJobs } from '../entities.js';
import { createUnknownJobError } from '../errors.js';
import type { operations } from '../generated/types.js';
import { toWorkerFunction } from '../to-worker-function.js';
import type { ResultWork } from './result-text.js';
import { createRequestLink, findBestRoster, findSandboxPrefix, rosterJobKind, toJobStatus } from './roster-job.js';

/** Finds a job of the caller's client, or of its customers if the token is limited (rostering.gap.job-visibility). */
async function findOwnJob(id: string, { caller, scopes }: Pick<HandlerContext, 'caller' | 'scopes'>) {
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
  return { status: 200, body: toJobStatus(job, context.clock.now(), findSandboxPrefix(context.baseUrl)) };
};

/** Returns the submitted job definition, byte for byte (rostering.request.operation). */
export const getRequest: OperationHandler<operations['getRequest']> = async ({ path }, context) => {
  const job = await findOwnJob(path.id, context);
  if (job === undefined) return createUnknownJobError(path.id);
  return { status: 200, body: new RawJson(job.input.definition) };
};

/** Stops a job, which then returns its best roster. A finished job does not change (rostering.gap.stop-operation). */
export const stopJob: OperationHandler<operations['stopJob']> = async ({ path }, context) => {
  const job = await findOwnJob(path.id, context);
  if (job === undefined) return createUnknownJobError(path.id);
  const stopped = job.finishedAt === undefined ? await context.jobs.stop(rosterJobKind, job.id) : job;
  return { status: 200, body: toJobStatus(stopped ?? job, context.clock.now(), findSandboxPrefix(context.baseUrl)) };
};

/** Caches result texts. Stored jobs are replaced, never modified. */
const made = new WeakMap<RosterJob, Map<boolean, Promise<string>>>();

/** Returns the best roster so far, at any time (rostering.result.anytime-running, rostering.result.anytime-stopped). */
export const getResult: OperationHandler<operations['getResult']> = async ({ path, query }, context) => {
  const job = await findOwnJob(path.id, context);
  if (job === undefined) return createUnknownJobError(path.id);
  const fullSchedule = query.full_schedule.toLowerCase() === 'true';
  const texts = made.get(job) ?? new Map<boolean, Promise<string>>();
  made.set(job, texts);
  let text = texts.get(fullSchedule);
  if (text === undefined) {
    const roster = findBestRoster(job)?.roster;
    const work: ResultWork = {
      definition: job.input.definition,
      fullSchedule,
      ...(roster === undefined ? {} : { roster }),
    };
    text = context.compute<string>(toWorkerFunction('resultText'), work);
    texts.set(fullSchedule, text);
    // A failure is not cached, so the next request tries again.
    text.catch(() => texts.delete(fullSchedule));
  }
  return { status: 200, body: new RawJson(await text) };
};

/** Creates and starts a job (rostering.job.start-creates-and-starts). Equal definitions create two jobs. */
export const startJob: OperationHandler<operations['startJob']> = async ({ headers, body }, context) => {
  const { caller, jobs, request } = context;
  if (caller === undefined) throw new Error('Start job needs a caller');
  const definition = decodeDefinition(request.bytes);
  const fault = await checkDefinition(body, definition, context);
  if (fault !== undefined) return fault;
  const input: RosterInput = { definition, userId: headers.USER_ID };
  const owner = { clientId: caller.clientId, tenantId: headers.CUSTOMER_ID };
  const { id } = await jobs.start(rosterJobKind, input, { owner, keys: [] });
  const link = createRequestLink(id, findSandboxPrefix(context.baseUrl));
  return { status: 202, body: { jobId: id, statusCode: 'starting', link } };
};
