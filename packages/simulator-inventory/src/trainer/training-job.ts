import {
  type AnalysisJob,
  type AnalysisJobInput,
  analysisJobKind,
  collections,
  type StoredDataset,
} from '@understudy/simulator-analysis';
import { todayOf } from '../current-date.js';
import type { StoredModel } from '../entities.js';
import type { components } from '../generated/types.js';
import { inventoryService } from '../inventory-service.js';
import type { TrainingResult, TrainingWork } from './train-datasets.js';

export interface TrainingJobInput extends AnalysisJobInput {
  readonly parameters: ReadonlyArray<components['schemas']['InventoryTrainerParameters']>;
  readonly freezeDate?: string;
}

const job: AnalysisJob<TrainingJobInput, TrainingWork, TrainingResult> = {
  name: 'training',
  async load({ input }, scope, now) {
    const datasets = scope.collection<StoredDataset>(collections.datasets);
    const stored = await Promise.all(input.datasetIds.map((id) => datasets.get(id)));
    return {
      parameters: input.parameters,
      datasets: stored.filter((dataset) => dataset !== undefined),
      currentDate: input.freezeDate ?? todayOf(now),
    };
  },
  async store(_job, { models }, scope) {
    const collection = scope.collection<StoredModel>(collections.models);
    for (const { datasetId, model } of models) await collection.put(datasetId, model);
  },
};

/** The job that trains several models per dataset and keeps the best (inventory.trainer.model-selection). */
export const trainingJobKind = analysisJobKind(inventoryService, job);
