import { inUnit } from '../unit/in-unit.js';
import { jobRecords } from '../unit/job-record.js';
import type { UnitSandbox } from '../unit/unit-origin.js';
import { isFinal } from './job.js';
import type { Run } from './run.js';
import { transition } from './transition.js';

/** Stores a report of live work in the record of its job. The first one moves the job to `underWay`. */
export async function storeProgress(sandbox: UnitSandbox, { job, kind, cause }: Run, output: unknown): Promise<void> {
  const { machine } = kind;
  await inUnit({ sandbox, api: job.api, cause: job.cause }, async ({ scopes, clock, outbox }) => {
    const jobs = scopes.shared.collection(jobRecords);
    const current = await jobs.get(job.id);
    if (current === undefined || current.run !== job.run || isFinal(machine, current.status)) return;
    const at = clock.now();
    const to = machine.underWay ?? current.status;
    const startedAt = current.startedAt ?? at.toISOString();
    await jobs.put(job.id, { ...current, status: to, startedAt, progress: output });
    if (to !== current.status) outbox.transitions.push(transition(job, { from: current.status, to, at, cause }));
  });
}
