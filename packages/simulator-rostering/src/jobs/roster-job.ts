import type { JobKind } from '@understudy/kernel';
import type { FoundRoster, RosterInput, RosterJob, RosterOutcome } from '../entities.js';
import type { components } from '../generated/types.js';
import { documentedDurationMs } from '../policies.js';
import { toWorkerFunction } from '../to-worker-function.js';
import type { SolveWork } from './solve-definition.js';

/** The job that builds a roster: starting, running, stopped or error (rostering.gap.other-states). */
export const rosterJobKind: JobKind<RosterInput, SolveWork, FoundRoster | undefined, RosterOutcome> = {
  name: 'roster',
  machine: {
    initial: 'starting',
    underWay: 'running',
    moves: { starting: ['stopped', 'error'], running: ['stopped', 'error'] },
  },
  work: toWorkerFunction('solveDefinition'),
  live: true,
  async load({ input, progress }: RosterJob, _scope, _now, { mode }) {
    const known = findBestRoster({ progress });
    return { definition: input.definition, manual: mode === 'manual', ...(known === undefined ? {} : { known }) };
  },
  apply: async (_job, found) => ({ status: 'stopped', outcome: found === undefined ? {} : { found } }),
  failed({ progress }: RosterJob, failure) {
    const found = findBestRoster({ progress });
    return { status: 'error', outcome: { failure, ...(found === undefined ? {} : { found }) } };
  },
  // This API sends no notifications; clients poll (rostering.gap.events-none).
  notification: () => undefined,
  documentedDuration: () => documentedDurationMs,
};

/**
 * Returns the solver's best roster so far, or undefined before its first roster (rostering.gap.result-before-first).
 */
export function findBestRoster({
  outcome,
  progress,
}: Pick<RosterJob, 'outcome' | 'progress'>): FoundRoster | undefined {
  // Only the solver reports progress.
  return outcome === undefined ? (progress as FoundRoster | undefined) : outcome.found;
}

type JobStatus = components['schemas']['JobStatus'];

/**
 * Returns the status body, with all three links from the start (rostering.gap.links-while-running).
 * @param prefix path of the sandbox, so that the links lead to it
 */
export function toJobStatus(job: RosterJob, now: Date, prefix = ''): JobStatus {
  const { id, startedAt, finishedAt } = job;
  const end = finishedAt === undefined ? now.getTime() : Date.parse(finishedAt);
  return {
    jobId: id,
    statusCode: statusCodeOf(job),
    // Seconds of solving; 0 for a waiting job (rostering.gap.duration-unit).
    duration: startedAt === undefined ? 0 : Math.max(0, end - Date.parse(startedAt)) / 1000,
    links: [
      createRequestLink(id, prefix),
      { rel: 'full_schedule', href: `${prefix}/jobs/${id}/result/?full_schedule=True` },
      { rel: 'statistics', href: `${prefix}/jobs/${id}/result/?full_schedule=False` },
    ],
  };
}

/** Creates the link to the submitted definition (rostering.request.operation). */
export function createRequestLink(id: string, prefix: string): components['schemas']['Link'] {
  return { rel: 'request', href: `${prefix}/jobs/${id}/request` };
}

/** Returns the path that selects a sandbox, such as `/~b2`; empty for the default one and for a host of its own. */
export function findSandboxPrefix(baseUrl: string): string {
  return /\/~[^/]+$/.exec(baseUrl)?.[0] ?? '';
}

function statusCodeOf({ id, status }: RosterJob): JobStatus['statusCode'] {
  if (status === 'starting' || status === 'running' || status === 'stopped' || status === 'error') return status;
  throw new Error(`Job ${id} has the unknown state "${status}"`);
}
