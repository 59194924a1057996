import { inUnitOfWork } from '../store/in-unit-of-work.js';
import { scopesOf } from '../store/scope.js';
import { isFinal, type JobRecord, type JobResult, jobRecords } from './job.js';
import type { JobsWorld } from './jobs-world.js';
import type { Run, RunOutput } from './run.js';

/**
 * Stores what a job came to, with its final state, in one unit of work.
 *
 * @returns the final record and the state before, or undefined when the job is not the run's to finish any more
 */
export async function storeResult(
  { store, sandbox, clock }: Pick<JobsWorld, 'store' | 'sandbox' | 'clock'>,
  { job, kind, polls }: Run,
  output: RunOutput,
): Promise<{ from: string; final: JobRecord } | undefined> {
  return await inUnitOfWork(store, sandbox, async (unit) => {
    const scopes = scopesOf(unit, job.api);
    const jobs = scopes.shared.collection(jobRecords);
    const current = await jobs.get(job.id);
    if (current === undefined || current.run !== job.run || isFinal(kind.machine, current.status)) return;
    const result: JobResult<unknown> =
      'failure' in output
        ? kind.failed(current, output.failure)
        : await kind.apply(current, output.value, scopes.of(current.owner), clock.now());
    if (!kind.machine.moves[current.status]?.includes(result.status)) {
      throw new Error(`A job cannot move from ${current.status} to ${result.status}`);
    }
    const { progress: _told, ...lasting } = current;
    const final: JobRecord = {
      ...lasting,
      ...result,
      input: kind.slim?.(current.input) ?? current.input,
      polls,
      finishedAt: clock.now().toISOString(),
    };
    await jobs.put(final.id, final);
    return { from: current.status, final };
  });
}
