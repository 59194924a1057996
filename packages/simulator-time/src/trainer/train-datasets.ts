import {
  type TimeFeedback,
  type TimeModel,
  type TimeRegistration,
  trainTime,
  updateTime,
} from '@understudy/engine-anomaly';
import type { AnalysisWorkResult, DatasetOutcome } from '@understudy/simulator-analysis';
import {
  createFailedOutcome,
  createSucceededOutcome,
  createUnknownDatasetOutcome,
} from '@understudy/simulator-analysis/compute';
import type { FeedbackMark, StoredModel, StoredRegistrations } from '../entities.js';
import { listUntrainedIds } from '../store-registrations.js';

export type TrainingWork = readonly DatasetTraining[];

interface DatasetTraining {
  readonly datasetId: string;
  readonly dataset: StoredRegistrations | undefined;
  /** The model to update, or undefined for a training from scratch. */
  readonly earlier: StoredModel | 'missing' | undefined;
  readonly marks: readonly FeedbackMark[];
}

export interface TrainingResult extends AnalysisWorkResult {
  readonly models: ReadonlyArray<{ readonly datasetId: string; readonly model: StoredModel }>;
}

/** Trains each dataset. An unknown one, or one without a model to update, is invalid (time.gap.rebuild-models). */
export function trainDatasets(trainings: TrainingWork): TrainingResult {
  const outcomes: DatasetOutcome[] = [];
  const models: Array<{ datasetId: string; model: StoredModel }> = [];
  for (const { datasetId, dataset, earlier, marks } of trainings) {
    if (dataset === undefined) outcomes.push(createUnknownDatasetOutcome(datasetId));
    else if (earlier === 'missing') {
      const advice = 'train it with rebuildModels true first';
      outcomes.push(
        createFailedOutcome(datasetId, 'MODEL_NOT_FOUND', `Dataset "${datasetId}" has no model to update; ${advice}`),
      );
    } else {
      const model =
        earlier === undefined ? rebuildModel(dataset, marks) : updated(dataset, marks, JSON.parse(earlier.model));
      models.push({ datasetId, model: { model: JSON.stringify(model) } });
      outcomes.push(createSucceededOutcome(datasetId));
    }
  }
  return { datasets: outcomes, models };
}

export function rebuildModel(dataset: StoredRegistrations, marks: readonly FeedbackMark[]): TimeModel {
  return trainTime(registrationsOf(dataset), { feedback: falsePositives(marks) });
}

function updated(dataset: StoredRegistrations, marks: readonly FeedbackMark[], model: TimeModel): TimeModel {
  const untrained = listUntrainedIds(dataset);
  const added = registrationsOf(dataset).filter(({ registrationId }) => untrained.has(registrationId));
  const feedback = falsePositives(marks);
  // Reverted marks do not count.
  const marked = new Set(feedback.map(({ registration }) => registration.registrationId));
  const kept = { ...model, marked: model.marked.filter(({ registrationId }) => marked.has(registrationId)) };
  return updateTime(kept, added, { feedback });
}

function registrationsOf({ text }: StoredRegistrations): TimeRegistration[] {
  return JSON.parse(text);
}

/** The registrations last marked FALSE_POSITIVE. TRUE_POSITIVE only reverts a mark (time.gap.feedback-training). */
function falsePositives(marks: readonly FeedbackMark[]): TimeFeedback[] {
  const last = new Map<string, TimeFeedback>();
  for (const { registration, feedback } of marks) {
    if (registration === undefined) continue;
    const { registrationId } = registration;
    last.delete(registrationId);
    if (feedback === 'FALSE_POSITIVE') last.set(registrationId, { registration, feedback });
  }
  return [...last.values()];
}
