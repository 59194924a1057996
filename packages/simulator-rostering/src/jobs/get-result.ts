import { type OperationHandler, RawJson } from '@understudy/kernel';
import { checkDefinition } from '../checks/check-definition.js';
import { decodeDefinition } from '../decode-definition.js';
import type { RosterInput, RosterJob } from '../entities.js';
import { createUnknownJobError } from '../errors.js';
import type { operations } from '../generated/types.js';
import { toWorkerFunction } from '../to-worker-function.js';
import { findBestRoster } from './find-best-roster.js';
import { findOwnJob } from './job-operations.js';
import type { ResultWork } from './result-text.js';
import { rosterJobKind } from './roster-job.js';
import { createRequestLink } from './to-job-status.js';

/** Caches texts. A stored job never changes, it is replaced. */
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
  return { status: 202, body: { jobId: id, statusCode: 'starting', link: createRequestLink(id) } };
};
