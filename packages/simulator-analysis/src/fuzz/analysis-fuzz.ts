import type { FuzzApi } from '@understudy/kernel/fuzz';

/** What generated requests to one of the three analysis services need. */
export interface AnalysisFuzz<Results = unknown> extends FuzzApi {
  /** A dataset to upload. */
  datasetOf(datasetId: string): object;
  /** Types of presigned uploads that the service has. */
  readonly uploadTypes: readonly string[];
  /** The body that starts a training. */
  training(datasetIds: readonly string[]): object;
  /** How a seed says that a dataset is trained. */
  readonly seedTraining: object;
  /** The body that starts a prediction. */
  prediction(datasetIds: readonly string[]): object;
  /** Other jobs: the name by which their id is known, path and body. */
  readonly jobs: readonly (readonly [name: string, path: string, body: (datasetIds: readonly string[]) => object])[];
  /** Feedback on what was predicted for a dataset. */
  feedbackOf(results: Results, datasetId: string): readonly object[];
}
