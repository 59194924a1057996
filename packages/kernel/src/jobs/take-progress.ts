import { inUnitOfWork } from '../store/in-unit-of-work.js';
import { scopesOf } from '../store/scope.js';
import { isFinal, type JobMachine, type JobRecord, jobRecords } from './job.js';
import type { JobsWorld } from './jobs-world.js';

/**
 * Keeps an output that live work told in the job's record, and moves the job to its state under way with the first.
 *
 * @returns the state before, or undefined when the job does not take anything any more
 */
export async function takeProgress(
  { store, sandbox, clock }: Pick<JobsWorld, 'store' | 'sandbox' | 'clock'>,
  machine: JobMachine,
  job: JobRecord,
  output: unknown,
): Promise<string | undefined> {
  return await inUnitOfWork(store, sandbox, async (unit) => {
    const jobs = scopesOf(unit, job.api).shared.collection(jobRecords);
    const current = await jobs.get(job.id);
    if (current === undefined || current.run !== job.run || isFinal(machine, current.status)) return undefined;
    const startedAt = current.startedAt ?? clock.now().toISOString();
    await jobs.put(job.id, { ...current, status: machine.underWay ?? current.status, startedAt, progress: output });
    return current.status;
  });
}
