import type { Clock } from '../clock.js';
import type { Progression } from '../clock-setting.js';
import type { Journal } from '../journal/journal.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { Simulator } from '../simulator.js';
import type { KernelRecords } from '../store/kernel-records.js';
import { createScopes } from '../store/scope.js';
import type { JobComputer } from '../threads/worker-pool.js';
import { type JobRecord, jobRecords, runRecords } from '../unit/job-record.js';
import { runUnit } from '../unit/run-unit.js';
import type { UnitSandbox } from '../unit/unit-origin.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';
import { isFinal, type JobResult } from './job.js';
import { createRun, type JobRun, type RunOutput } from './job-run.js';

/**
 * Stores the result of a job with its final state, and sends its notification.
 * @throws Error for a transition that the state machine does not allow
 */
export async function storeResult(
  { sandbox, onDefect }: Pick<JobsContext, 'sandbox' | 'onDefect'>,
  { job, kind, polls, cause }: JobRun,
  output: RunOutput,
): Promise<void> {
  await runUnit({ sandbox, api: job.api, cause: job.cause }, async ({ scopes, clock, outbox }) => {
    const jobs = scopes.shared.collection(jobRecords);
    const current = await jobs.get(job.id);
    // The job was restarted.
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
    outbox.transitions.push(createTransitionEntry(final, { from: current.status, to: final.status, at, cause }));
    const request = notificationOf(final);
    if (request !== undefined)
      outbox.webhooks.push({ to: { jobId: final.id, tenantId: final.owner.tenantId }, request });
  });

  /** Creates the notification. If that fails, the job still succeeds. */
  function notificationOf(final: JobRecord): WebhookRequest | undefined {
    try {
      return kind.notification(final);
    } catch (error) {
      onDefect(error, `notification of ${job.api} job "${job.kind}"`);
      return undefined;
    }
  }
}

export function createTransitionEntry(
  { id, api, owner }: JobRecord,
  { from, to, at, cause }: { from?: string; to: string; at: Date; cause: number | null },
): Omit<JournalEntry, 'seq'> {
  return {
    at: at.toISOString(),
    type: 'transition',
    cause,
    api,
    tenantId: owner.tenantId,
    jobId: id,
    ...(from === undefined ? {} : { from }),
    to,
  };
}

/** Stores an output of live work in its job's record. The first output moves the job to `underWay`. */
export async function storeProgress(
  sandbox: UnitSandbox,
  { job, kind, cause }: JobRun,
  output: unknown,
): Promise<void> {
  const { machine } = kind;
  await runUnit({ sandbox, api: job.api, cause: job.cause }, async ({ scopes, clock, outbox }) => {
    const jobs = scopes.shared.collection(jobRecords);
    const current = await jobs.get(job.id);
    if (current === undefined || current.run !== job.run || isFinal(machine, current.status)) return;
    const at = clock.now();
    const to = machine.underWay ?? current.status;
    const startedAt = current.startedAt ?? at.toISOString();
    await jobs.put(job.id, { ...current, status: to, startedAt, progress: output });
    if (to !== current.status)
      outbox.transitions.push(createTransitionEntry(job, { from: current.status, to, at, cause }));
  });
}

export async function loadRuns({ sandbox, kernel, simulators }: JobsContext): Promise<JobRun[]> {
  const unit = sandbox.begin();
  const stored = (await kernel.list(runRecords)).sort((one, other) => one.value.order - other.value.order);
  const runs: JobRun[] = [];
  for (const { key: id, value: record } of stored) {
    const job = await createScopes(unit, record.api).shared.collection(jobRecords).get(id);
    const kind = job === undefined ? undefined : simulators.get(job.api)?.jobs[job.kind];
    if (job === undefined || kind === undefined || isFinal(kind.machine, job.status)) continue;
    runs.push(createRun(job, { kind, cause: null, record }));
  }
  return runs;
}

export interface JobsContext {
  readonly sandbox: UnitSandbox & { readonly name: string };
  readonly clock: Clock;
  readonly journal: Journal;
  readonly kernel: KernelRecords;
  readonly computing: JobComputer;
  readonly simulators: ReadonlyMap<string, Simulator>;
  progression(): Progression;
  onDefect(error: unknown, what: string): void;
}
