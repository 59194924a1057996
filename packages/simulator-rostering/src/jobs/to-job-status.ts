import type { RosterJob } from '../entities.js';
import type { components } from '../generated/types.js';

type JobStatus = components['schemas']['JobStatus'];

/** Returns the status body, with all three links from the start (rostering.gap.links-while-running). */
export function toJobStatus(job: RosterJob, now: Date): JobStatus {
  const { id, startedAt, finishedAt } = job;
  const end = finishedAt === undefined ? now.getTime() : Date.parse(finishedAt);
  return {
    jobId: id,
    statusCode: statusCodeOf(job),
    // Seconds of solving. A waiting job has none (rostering.gap.duration-unit).
    duration: startedAt === undefined ? 0 : Math.max(0, end - Date.parse(startedAt)) / 1000,
    links: [
      createRequestLink(id),
      { rel: 'full_schedule', href: `/jobs/${id}/result/?full_schedule=True` },
      { rel: 'statistics', href: `/jobs/${id}/result/?full_schedule=False` },
    ],
  };
}

/** Creates the link to the submitted definition (rostering.request.operation). */
export function createRequestLink(id: string): components['schemas']['Link'] {
  return { rel: 'request', href: `/jobs/${id}/request` };
}

function statusCodeOf({ id, status }: RosterJob): JobStatus['statusCode'] {
  if (status === 'starting' || status === 'running' || status === 'stopped' || status === 'error') return status;
  throw new Error(`Job ${id} has the unknown state "${status}"`);
}
