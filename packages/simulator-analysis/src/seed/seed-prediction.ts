import type { Owner, Scopes } from '@understudy/kernel';
import { datasetsAs, modelsAs, type PackedDataset } from '../entities.js';
import { type DatasetOutcome, succeeded } from '../jobs/job-outcome.js';
import { once } from './once.js';
import { putPrediction, type SeededPrediction } from './put-prediction.js';

interface Seeding {
  /** Name of the service. */
  readonly api: string;
  /** The kind of prediction jobs. */
  readonly kind: { readonly name: string };
  readonly scopes: Scopes;
  readonly owner: Owner;
  /** Calendar date by UTC. */
  readonly today: string;
  /** Whether the seed ships; what is wrong with any other one has to be reported at once. */
  readonly trusted: boolean;
}

/** What differs from one service to the other. */
interface PredictionOf<Made> {
  /** What the job comes to; `model` is the engine's as JSON, absent for a dataset that was not trained. */
  predict(dataset: PackedDataset | undefined, model: string | undefined): Made;
  /**
   * Stores what the job has made.
   *
   * @param made computes it the first time that it is called
   * @param settled reads the getters of a record at once, where they must not wait until someone reads the record
   */
  keep(made: () => Made, settled: <Parts extends object>(record: Parts) => Parts): Promise<void>;
}

/**
 * Stores a prediction of a seed as if it had ended on the evening before. As with models, the outcome of a seed that
 * ships is computed when it is first read.
 */
export async function seedPrediction<Made extends { readonly datasets: readonly DatasetOutcome[] }>(
  prediction: SeededPrediction,
  { api, kind, scopes, owner, today, trusted }: Seeding,
  { predict, keep }: PredictionOf<Made>,
): Promise<void> {
  const { datasetId } = prediction;
  const scope = scopes.of(owner);
  const dataset = await scope.collection(datasetsAs<PackedDataset>()).get(datasetId);
  const model = await scope.collection(modelsAs<{ readonly model: string }>()).get(datasetId);
  const made = once(() => predict(dataset, model?.model));
  const outcomes = trusted && model !== undefined ? [succeeded(datasetId)] : made().datasets;
  await putPrediction(scopes, api, prediction, { owner, kind, outcomes, today });
  await keep(made, (record) => (trusted ? Object.freeze(record) : { ...record }));
}
