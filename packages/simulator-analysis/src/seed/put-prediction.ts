import { type JobKind, type JobRecord, jobRecords, type Owner, type Scopes } from '@understudy/kernel';
import type { AnalysisWorkResult } from '../jobs/analysis-job.js';
import type { JobOutcome } from '../jobs/job-outcome.js';
import type { UploadJobInput } from '../uploads/upload-data.js';

/** A prediction that somebody has asked for the day before, of the latest records of a dataset. */
export interface SeededPrediction {
  readonly jobId: string;
  readonly datasetId: string;
  /** How many records. */
  readonly latest: number;
}

interface MadePrediction<Output> {
  readonly owner: Owner;
  readonly kind: Pick<JobKind<UploadJobInput, unknown, Output, JobOutcome>, 'name' | 'machine' | 'apply'>;
  /** What the work of the job has come to. */
  readonly output: Output;
  /** Calendar date by UTC. */
  readonly today: string;
}

const beforeMidnight = { asked: 8 * 3_600_000, finished: 7.9 * 3_600_000 };

/** Stores a prediction with its job as if it had been made on the evening before: its results, or why there are none. */
export async function putPrediction<Output extends AnalysisWorkResult>(
  scopes: Scopes,
  api: string,
  { jobId, datasetId }: SeededPrediction,
  { owner, kind, output, today }: MadePrediction<Output>,
): Promise<void> {
  const finishedAt = new Date(Date.parse(today) - beforeMidnight.finished);
  const job: JobRecord<UploadJobInput, JobOutcome> = {
    id: jobId,
    api,
    kind: kind.name,
    owner,
    keys: [datasetId],
    input: { label: 'Prediction', datasetIds: [datasetId] },
    status: kind.machine.initial,
    acceptedAt: new Date(Date.parse(today) - beforeMidnight.asked).toISOString(),
    run: 1,
    polls: 0,
    cause: 0,
  };
  const end = await kind.apply(job, output, scopes.of(owner), finishedAt);
  await scopes.shared.collection(jobRecords).put(jobId, { ...job, ...end, finishedAt: finishedAt.toISOString() });
}
