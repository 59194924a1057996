import type { HandlerContext } from '@understudy/kernel';
import { analysisCollections, defineModelCollection } from '../entities.js';
import { createDatasetNotFoundError, createDatasetNotTrainedError } from '../errors.js';

/** A stored model. Its value is the JSON of the engine's model. */
export interface JsonModel {
  readonly model: string;
}

/** The model of a dataset, or why there is none (analysis.gap.untrained). */
export async function findModel({ scope }: HandlerContext, datasetId: string) {
  if ((await scope.collection(analysisCollections.datasets).get(datasetId)) === undefined)
    return createDatasetNotFoundError(datasetId);
  return (
    (await scope.collection(defineModelCollection<JsonModel>()).get(datasetId)) ??
    createDatasetNotTrainedError(datasetId)
  );
}

/** Prepares each stored model once. A stored model never changes: a training replaces it. */
export function createModelPreparer<Model, Prepared>(load: () => Promise<(model: Model) => Prepared>) {
  const prepared = new WeakMap<JsonModel, Prepared>();
  return async (stored: JsonModel): Promise<Prepared> => {
    const known = prepared.get(stored) ?? (await load())(JSON.parse(stored.model));
    prepared.set(stored, known);
    return known;
  };
}
