import { type AnalysisJob, type AnalysisJobInput, analysisJobKind } from '@understudy/simulator-analysis';
import { todayOf } from '../current-date.js';
import { collections } from '../entities.js';
import type { components } from '../generated/types.js';
import { inventoryService } from '../inventory-service.js';
import { loadSales } from '../load-sales.js';
import type { TrainingResult, TrainingWork } from './train-datasets.js';

export interface TrainingJobInput extends AnalysisJobInput {
  readonly parameters: ReadonlyArray<components['schemas']['InventoryTrainerParameters']>;
  readonly freezeDate?: string;
}

const job: AnalysisJob<TrainingJobInput, TrainingWork, TrainingResult> = {
  name: 'training',
  async load({ input }, scope, now) {
    return {
      parameters: input.parameters,
      sales: await loadSales(scope, input.datasetIds),
      currentDate: input.freezeDate ?? todayOf(now),
    };
  },
  // What a trained model needs of them it has.
  slim: (input) => ({ ...input, parameters: [] }),
  async store(_job, { models }, scope) {
    const collection = scope.collection(collections.models);
    for (const { datasetId, model } of models) await collection.put(datasetId, model);
  },
};

/** The job that trains several models per dataset and keeps the best (inventory.trainer.model-selection). */
export const trainingJobKind = analysisJobKind(inventoryService, job);
