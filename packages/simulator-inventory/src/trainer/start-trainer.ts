import { omitUndefined } from '@understudy/contract';
import type { OperationHandler } from '@understudy/kernel';
import { type AnalysisJobInput, createAnalysisJobKind, dropDuplicates, startJob } from '@understudy/simulator-analysis';
import { rejectFutureDate, toCurrentDate } from '../current-date.js';
import { inventoryCollections } from '../entities.js';
import type { components, operations } from '../generated/types.js';
import { inventoryService } from '../inventory-service.js';
import { loadSales } from '../load-sales.js';
import type { TrainingResult, TrainingWork } from './train-datasets.js';

interface TrainingJobInput extends AnalysisJobInput {
  readonly parameters: ReadonlyArray<components['schemas']['InventoryTrainerParameters']>;
  readonly freezeDate?: string;
}

/** The job that trains several models per dataset and stores the best (inventory.trainer.model-selection). */
export const trainingJob = createAnalysisJobKind<TrainingJobInput, TrainingWork, TrainingResult>(inventoryService, {
  name: 'training',
  async load({ input }, scope, now) {
    return {
      parameters: input.parameters,
      sales: await loadSales(scope, input.datasetIds),
      currentDate: input.freezeDate ?? toCurrentDate(now),
    };
  },
  slim: (input) => ({ ...input, parameters: [] }),
  async store(_job, { models }, scope) {
    const collection = scope.collection(inventoryCollections.models);
    for (const { datasetId, model } of models) await collection.put(datasetId, model);
  },
});

/** Starts a training (inventory.trainer.body). The job reports errors that depend on stored data. */
export const startTrainer: OperationHandler<operations['startTrainer']> = async ({ headers, body }, context) => {
  const { parametersArray, freezeDate, webhook } = body;
  const refusal = rejectFutureDate(freezeDate, '/body/freezeDate', context);
  if (refusal !== undefined) return refusal;
  const parameters = dropDuplicates(parametersArray, '/body/parametersArray');
  if ('refused' in parameters) return parameters;
  const input: TrainingJobInput = omitUndefined({
    label: 'Training',
    datasetIds: parameters.map(({ datasetId }) => datasetId),
    parameters,
    freezeDate,
    webhook,
  });
  return startJob(context, headers.tenantId, trainingJob, input);
};
