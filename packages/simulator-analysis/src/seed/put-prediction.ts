import { type JobRecord, jobRecords, type Owner, type Scopes } from '@understudy/kernel';
import { type DatasetOutcome, type JobOutcome, resultOf } from '../jobs/job-outcome.js';
import type { UploadJobInput } from '../uploads/upload-data.js';

/** A prediction that someone has asked for the day before, of the latest records of a dataset. */
export interface SeededPrediction {
  readonly jobId: string;
  readonly datasetId: string;
  /** How many records. */
  readonly latest: number;
}

interface EndedPrediction {
  readonly owner: Owner;
  /** The kind of its job. */
  readonly kind: { readonly name: string };
  /** What became of its dataset. */
  readonly outcomes: readonly DatasetOutcome[];
  /** Calendar date by UTC. */
  readonly today: string;
}

const beforeMidnight = { asked: 8 * 3_600_000, finished: 7.9 * 3_600_000 };

/** Stores the job of a prediction as if it had ended on the evening before. */
export async function putPrediction(
  scopes: Scopes,
  api: string,
  { jobId, datasetId }: SeededPrediction,
  { owner, kind, outcomes, today }: EndedPrediction,
): Promise<void> {
  const label = 'Prediction';
  const job: JobRecord<UploadJobInput, JobOutcome> = {
    id: jobId,
    api,
    kind: kind.name,
    owner,
    keys: [datasetId],
    input: { label, datasetIds: [datasetId] },
    ...resultOf(label, outcomes),
    acceptedAt: new Date(Date.parse(today) - beforeMidnight.asked).toISOString(),
    finishedAt: new Date(Date.parse(today) - beforeMidnight.finished).toISOString(),
    run: 1,
    polls: 0,
    cause: 0,
  };
  await scopes.shared.collection(jobRecords).put(jobId, job);
}
