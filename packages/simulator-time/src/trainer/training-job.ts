import { type AnalysisJob, type AnalysisJobInput, analysisJobKind } from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import type { components } from '../generated/types.js';
import { timeService } from '../time-service.js';
import type { TrainingResult, TrainingWork } from './train-datasets.js';

export interface TrainingJobInput extends AnalysisJobInput {
  readonly parameters: ReadonlyArray<components['schemas']['TimeTrainerParameters']>;
  /** How many the datasets have when the training is asked for. */
  readonly employees: number;
}

const job: AnalysisJob<TrainingJobInput, TrainingWork, TrainingResult> = {
  name: 'training',
  async load({ input }, scope) {
    const datasets = scope.collection(collections.datasets);
    const models = scope.collection(collections.models);
    const marks = scope.collection(collections.marks);
    return await Promise.all(
      input.parameters.map(async ({ datasetId, rebuildModels = true }) => ({
        datasetId,
        dataset: await datasets.get(datasetId),
        // Undefined for a training from scratch, which has no use for it.
        earlier: rebuildModels ? undefined : ((await models.get(datasetId)) ?? 'missing'),
        marks: (await marks.get(datasetId))?.marks ?? [],
      })),
    );
  },
  // What a trained model needs of them it has.
  slim: (input) => ({ ...input, parameters: [] }),
  async store(_job, { models }, scope) {
    const datasets = scope.collection(collections.datasets);
    for (const { datasetId, model } of models) {
      await scope.collection(collections.models).put(datasetId, model);
      const dataset = await datasets.get(datasetId);
      if (dataset !== undefined) await datasets.put(datasetId, { ...dataset, untrained: '[]' });
    }
  },
  countRecords: ({ employees }) => employees,
};

/** The job that trains models, again or with what was uploaded since the last time (time.trainer.rebuild-models). */
export const trainingJobKind = analysisJobKind(timeService, job);
