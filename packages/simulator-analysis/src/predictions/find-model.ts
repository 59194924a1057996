import type { HandlerContext } from '@understudy/kernel';
import { analysisCollections, defineModelCollection } from '../entities.js';
import { createDatasetNotFoundError, createDatasetNotTrainedError } from '../errors.js';

/** A stored model. Its value is the engine's model as JSON. */
export interface JsonModel {
  readonly model: string;
}

/** Finds the model of a dataset, or the reason why there is none (analysis.gap.untrained). */
export async function findModel({ scope }: HandlerContext, datasetId: string) {
  if ((await scope.collection(analysisCollections.datasets).get(datasetId)) === undefined)
    return createDatasetNotFoundError(datasetId);
  return (
    (await scope.collection(defineModelCollection<JsonModel>()).get(datasetId)) ??
    createDatasetNotTrainedError(datasetId)
  );
}

/** Prepares each stored model once. Stored models are immutable, because a training replaces them. */
export function createModelPreparer<Model, Prepared>(load: () => Promise<(model: Model) => Prepared>) {
  const prepared = new WeakMap<JsonModel, Prepared>();
  return async (stored: JsonModel): Promise<Prepared> => {
    const known = prepared.get(stored) ?? (await load())(JSON.parse(stored.model));
    prepared.set(stored, known);
    return known;
  };
}
