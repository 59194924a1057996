import type { RosteringJob } from '../model/job.js';

/** Returns the `{date}` of a day index, or an empty object if the schedule has no dates. */
export function toHorizonDate(job: Pick<RosteringJob, 'startDate'>, day: number): { date?: string } {
  if (job.startDate === null) return {};
  const start = Date.parse(`${job.startDate}T00:00:00Z`);
  return { date: new Date(start + day * 86_400_000).toISOString().slice(0, 10) };
}
