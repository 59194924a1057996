import type { Finding } from '@understudy/contract';
import { type Collection, createInputFinding, defineAction } from '@understudy/kernel';
import { rosterJobs } from '../entities.js';
import { findBestRoster, toJobStatus } from '../jobs/roster-job.js';
import { toWorkerFunction } from '../to-worker-function.js';
import type { InspectedRoster, InspectionWork } from './inspection-of.js';

/** Returns the best roster so far of any client's job, for display. */
export const inspectRosterAction = defineAction({
  summary: 'Shows the best roster of a job so far, as a table',
  input: { type: 'object', required: ['jobId'], properties: { jobId: { type: 'string', minLength: 1 } } },
  async run({ jobId }, { scopes, clock, compute }) {
    const jobs = scopes.shared.collection(rosterJobs);
    const job = await jobs.get(jobId);
    if (job === undefined) return [await unknown(jobId, jobs)];
    const { roster, steps = [], bound, cutShort } = findBestRoster(job) ?? {};
    const work: InspectionWork = { definition: job.input.definition, ...(roster === undefined ? {} : { roster }) };
    const { statusCode, duration } = toJobStatus(job, clock.now());
    const inspected = await compute<InspectedRoster>(toWorkerFunction('createRosterInspection'), work);
    const proved = bound === undefined ? {} : { bound };
    const cut = cutShort === undefined ? {} : { cutShort };
    return {
      jobId: job.id,
      customerId: job.owner.tenantId,
      statusCode,
      duration,
      ...inspected,
      steps,
      ...proved,
      ...cut,
    };
  },
});

async function unknown(jobId: string, jobs: Collection<unknown>): Promise<Finding> {
  const known = (await jobs.range('key', [], [], { limit: 10 })).map(({ key }) => key);
  const listed = known.length === 0 ? 'there are none; start one by POST /jobs' : `there are ${known.join(', ')}`;
  return createInputFinding('jobId', `There is no roster job "${jobId}"; ${listed}`);
}
