import { inUnit } from '../unit/in-unit.js';
import { type JobRecord, jobRecords } from '../unit/job-record.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';
import { isFinal, type JobResult } from './job.js';
import type { JobsContext } from './jobs-context.js';
import type { Run, RunOutput } from './run.js';
import { transition } from './transition.js';

/**
 * Stores the result of a job with its final state, and sends its notification.
 * @throws Error for a move that the machine does not allow
 */
export async function storeResult(
  { sandbox, onDefect }: Pick<JobsContext, 'sandbox' | 'onDefect'>,
  { job, kind, polls, cause }: Run,
  output: RunOutput,
): Promise<void> {
  await inUnit({ sandbox, api: job.api, cause: job.cause }, async ({ scopes, clock, outbox }) => {
    const jobs = scopes.shared.collection(jobRecords);
    const current = await jobs.get(job.id);
    // The job was started again: the record belongs to another run.
    if (current !== undefined && current.run !== job.run) return;
    outbox.endedRuns.push(job.id);
    if (current === undefined || isFinal(kind.machine, current.status)) return;
    const result: JobResult<unknown> =
      'failure' in output
        ? kind.failed(current, output.failure)
        : await kind.apply(current, output.value, scopes.of(current.owner), clock.now());
    if (!kind.machine.moves[current.status]?.includes(result.status)) {
      throw new Error(`A job cannot move from ${current.status} to ${result.status}`);
    }
    const { progress: _told, ...lasting } = current;
    const at = clock.now();
    const final: JobRecord = {
      ...lasting,
      ...result,
      input: kind.slim?.(current.input) ?? current.input,
      polls,
      finishedAt: at.toISOString(),
    };
    await jobs.put(final.id, final);
    outbox.transitions.push(transition(final, { from: current.status, to: final.status, at, cause }));
    const request = notificationOf(final);
    if (request !== undefined)
      outbox.webhooks.push({ to: { jobId: final.id, tenantId: final.owner.tenantId }, request });
  });

  /** A job whose notification cannot be sent ends all the same. */
  function notificationOf(final: JobRecord): WebhookRequest | undefined {
    try {
      return kind.notification(final);
    } catch (error) {
      onDefect(error, `notification of ${job.api} job "${job.kind}"`);
      return undefined;
    }
  }
}
