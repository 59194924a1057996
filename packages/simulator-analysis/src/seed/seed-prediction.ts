import { type CollectionDefinition, type DataScopes, jobRecords, type Owner } from '@understudy/kernel';
import { defineDatasetCollection, defineModelCollection, type PackedDataset } from '../entities.js';
import {
  type AnalysisJobInput,
  createJobResult,
  createSucceededOutcome,
  type DatasetOutcome,
  type JobOutcome,
} from '../jobs/job-outcome.js';
import type { PredictionWork } from '../prediction-job.js';

/** A prediction made the day before for the latest records of a dataset. */
export interface SeededPrediction {
  readonly jobId: string;
  readonly datasetId: string;
  /** Number of records. */
  readonly latest: number;
}

interface Seeding {
  readonly api: string;
  readonly scopes: DataScopes;
  readonly owner: Owner;
  /** Calendar date in UTC. */
  readonly today: string;
  /** True if the seed is part of the program. Errors in other seeds are reported immediately. */
  readonly trusted: boolean;
}

/** Stores a record. Each member is computed when it is first read. */
type PutParts = <Stored extends object>(
  collection: CollectionDefinition<Stored>,
  parts: { readonly [Part in keyof Stored]: () => Stored[Part] },
) => Promise<void>;

/** How one API computes and stores seeded predictions. */
export interface PredictionSeeder<Made extends { readonly datasets: readonly DatasetOutcome[] }> {
  request(datasetId: string, records: readonly unknown[]): object;
  predict(work: PredictionWork): Made;
  /** Stores the results. `made` computes them on its first call. */
  store(put: PutParts, made: () => Made): Promise<void>;
}

const hour = 3_600_000;

/**
 * Stores a prediction as if its job had finished the evening before. Predictions of shipped seeds are computed on first
 * read.
 */
export async function seedPrediction<Made extends { readonly datasets: readonly DatasetOutcome[] }>(
  { jobId, datasetId, latest }: SeededPrediction,
  { api, scopes, owner, today, trusted }: Seeding,
  { request, predict, store }: PredictionSeeder<Made>,
): Promise<void> {
  const scope = scopes.of(owner);
  const dataset = await scope.collection(defineDatasetCollection<PackedDataset>()).get(datasetId);
  const stored = await scope.collection(defineModelCollection<{ readonly model: string }>()).get(datasetId);
  const made = memoize(() => {
    const records: readonly unknown[] = dataset === undefined ? [] : JSON.parse(dataset.text);
    return predict({
      text: JSON.stringify(request(datasetId, records.slice(-latest))),
      known: [{ datasetId, exists: dataset !== undefined, model: stored?.model }],
      name: `${jobId}/1`,
    });
  });
  const input: AnalysisJobInput = { label: 'Prediction', datasetIds: [datasetId] };
  const outcomes = trusted && stored !== undefined ? [createSucceededOutcome(datasetId)] : made().datasets;
  const result: { status: string; outcome: JobOutcome } = createJobResult(input.label, outcomes);
  const [acceptedAt = '', finishedAt = ''] = [8, 7.9].map((hours) =>
    new Date(Date.parse(today) - hours * hour).toISOString(),
  );
  const run = { run: 1, polls: 0, cause: 0, acceptedAt, finishedAt };
  const job = { id: jobId, api, kind: 'prediction', owner, keys: [datasetId], input, ...result, ...run };
  await scopes.shared.collection(jobRecords).put(jobId, job);
  await store(async (collection, parts) => {
    const record = Object.create(Object.prototype);
    for (const [part, get] of Object.entries<() => unknown>(parts)) {
      Object.defineProperty(record, part, { enumerable: true, ...(trusted ? { get } : { value: get() }) });
    }
    await scope.collection(collection).put(jobId, Object.freeze(record));
  }, made);
}

/** Caches the result of a function after its first call. */
function memoize<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

interface Stored {
  /** The engine's model as JSON. */
  readonly model: string;
}

/**
 * Creates the model of a seed. The model of a trusted seed is trained on first read, and shared by the sandboxes of a
 * day.
 * @throws errors of `train`
 */
export function createSeededModel<More extends object>(
  train: () => unknown,
  trusted: boolean,
  more: More,
): Stored & More {
  const model = memoize(() => JSON.stringify(train()));
  const stored = Object.freeze({
    get model(): string {
      return model();
    },
    ...more,
  });
  return trusted ? stored : Object.freeze({ ...stored });
}
