import { type JobRecord, jobRecords } from '@understudy/kernel';
import { createScopes } from '@understudy/kernel/serving';
import type { components } from '../generated/types.js';
import type { ControlContext, ControlOperations } from './control-context.js';
import { controlErrors } from './control-errors.js';

export const jobOperations = {
  listJobs: async (_input, context) => ({ status: 200, body: { jobs: (await jobsOf(context)).map(presentJob) } }),

  completeJob: async ({ path }, context) => endJob(path.jobId, context, (id) => context.sandbox.jobs.complete(id)),

  failJob: async ({ path, body }, context) =>
    endJob(path.jobId, context, (id) =>
      context.sandbox.jobs.fail(id, body?.message ?? 'The job was failed through the control plane.'),
    ),
} satisfies Partial<ControlOperations>;

async function endJob(id: string, context: ControlContext, end: (id: string) => boolean | Promise<boolean>) {
  const job = await jobOf(context, id);
  if (job === undefined) return controlErrors.unknownJob(id);
  if (!(await end(id))) return controlErrors.jobFinal(id, job.status);
  await context.sandbox.clock.settled(['work']);
  return { status: 200 as const, body: presentJob((await jobOf(context, id)) ?? job) };
}

async function jobOf(context: ControlContext, id: string): Promise<JobRecord | undefined> {
  const found = await Promise.all(collectionsOf(context).map((jobs) => jobs.get(id)));
  return found.find((job) => job !== undefined);
}

/** Returns all jobs of the sandbox, oldest first. */
async function jobsOf(context: ControlContext): Promise<JobRecord[]> {
  const lists = await Promise.all(collectionsOf(context).map((jobs) => jobs.list()));
  const jobs = lists.flat().map(({ value }) => value);
  return jobs.sort((left, right) => left.acceptedAt.localeCompare(right.acceptedAt) || left.cause - right.cause);
}

function collectionsOf({ server, sandbox }: ControlContext) {
  const unit = sandbox.begin();
  return [...server.simulators.keys()].map((api) => createScopes(unit, api).shared.collection(jobRecords));
}

function presentJob(job: JobRecord): components['schemas']['Job'] {
  const { id, api, kind, owner, status, acceptedAt, finishedAt } = job;
  return {
    id,
    api,
    kind,
    tenantId: owner.tenantId,
    status,
    acceptedAt,
    ...(finishedAt === undefined ? {} : { finishedAt }),
  };
}
