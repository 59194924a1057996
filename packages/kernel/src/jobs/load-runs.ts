import { scopesOf } from '../store/scope.js';
import { jobRecords } from '../unit/job-record.js';
import { runRecords } from '../unit/run-record.js';
import { isFinal } from './job.js';
import type { JobsContext } from './jobs-context.js';
import { newRun, type Run } from './run.js';

/** The runs that the records of a sandbox tell of and that are not final, in the order in which their jobs were accepted. */
export async function loadRuns({ sandbox, kernel, simulators }: JobsContext): Promise<Run[]> {
  const unit = sandbox.begin();
  const stored = (await kernel.list(runRecords)).sort((one, other) => one.value.order - other.value.order);
  const runs: Run[] = [];
  for (const { key: id, value: record } of stored) {
    const job = await scopesOf(unit, record.api).shared.collection(jobRecords).get(id);
    const kind = job === undefined ? undefined : simulators.get(job.api)?.jobs[job.kind];
    if (job === undefined || kind === undefined || isFinal(kind.machine, job.status)) continue;
    runs.push(newRun(job, { kind, cause: null, record }));
  }
  return runs;
}
