import type { FuzzApi } from '@understudy/kernel/testing';

/** Facts about an analysis service for generated requests. */
export interface AnalysisFuzz<Results = unknown> extends FuzzApi {
  datasetOf(datasetId: string): object;
  /** Types of presigned uploads that the service has. */
  readonly uploadTypes: readonly string[];
  /** The body that starts a training. */
  training(datasetIds: readonly string[]): object;
  readonly seedTraining: object;
  /** The body that starts a prediction. */
  prediction(datasetIds: readonly string[]): object;
  /** Other jobs: the name by which their id is known, path and body. */
  readonly jobs: readonly (readonly [name: string, path: string, body: (datasetIds: readonly string[]) => object])[];
  /** Feedback about the predictions of a dataset. */
  feedbackOf(results: Results, datasetId: string): readonly object[];
}
