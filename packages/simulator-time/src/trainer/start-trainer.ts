import { omitUndefined } from '@understudy/contract';
import type { OperationHandler } from '@understudy/kernel';
import { type AnalysisJobInput, createAnalysisJobKind, dropDuplicates, startJob } from '@understudy/simulator-analysis';
import { timeCollections } from '../entities.js';
import type { components, operations } from '../generated/types.js';
import { timeService } from '../time-service.js';
import type { TrainingResult, TrainingWork } from './train-datasets.js';

interface TrainingJobInput extends AnalysisJobInput {
  readonly parameters: ReadonlyArray<components['schemas']['TimeTrainerParameters']>;
  /** The number of employees in the datasets when the training was requested. */
  readonly employees: number;
}

/** The job that trains models, either from scratch or with new uploads only (time.trainer.rebuild-models). */
export const trainingJob = createAnalysisJobKind<TrainingJobInput, TrainingWork, TrainingResult>(timeService, {
  name: 'training',
  async load({ input }, scope) {
    const datasets = scope.collection(timeCollections.datasets);
    const models = scope.collection(timeCollections.models);
    const marks = scope.collection(timeCollections.marks);
    return await Promise.all(
      input.parameters.map(async ({ datasetId, rebuildModels = true }) => ({
        datasetId,
        dataset: await datasets.get(datasetId),
        earlier: rebuildModels ? undefined : ((await models.get(datasetId)) ?? 'missing'),
        marks: (await marks.get(datasetId))?.marks ?? [],
      })),
    );
  },
  slim: (input) => ({ ...input, parameters: [] }),
  async store(_job, { models }, scope) {
    const datasets = scope.collection(timeCollections.datasets);
    for (const { datasetId, model } of models) {
      await scope.collection(timeCollections.models).put(datasetId, model);
      const dataset = await datasets.get(datasetId);
      if (dataset !== undefined) await datasets.put(datasetId, { ...dataset, untrained: '[]' });
    }
  },
  countRecords: ({ employees }) => employees,
});

/** Starts a training (time.trainer.body). The job reports errors that depend on stored data. */
export const startTrainer: OperationHandler<operations['startTrainer']> = async ({ headers, body }, context) => {
  const parameters = dropDuplicates(body.parameters, '/body/parameters');
  if ('refused' in parameters) return parameters;
  const { webhook } = body;
  const datasets = context.scope.collection(timeCollections.datasets);
  const known = await Promise.all(parameters.map(({ datasetId }) => datasets.get(datasetId)));
  const input: TrainingJobInput = omitUndefined({
    label: 'Training',
    datasetIds: parameters.map(({ datasetId }) => datasetId),
    parameters,
    employees: known.reduce((total, dataset) => total + (dataset?.employees ?? 0), 0),
    webhook,
  });
  return startJob(context, headers.tenantId, trainingJob, input);
};
