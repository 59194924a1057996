import { type PayrollModel, type Payslip, trainPayroll } from '@understudy/engine-anomaly';
import type { AnalysisWorkResult, DatasetOutcome, PackedDataset } from '@understudy/simulator-analysis';
import { createSucceededOutcome, createUnknownDatasetOutcome } from '@understudy/simulator-analysis/compute';
import type { StoredModel } from './entities.js';

export type TrainingWork = ReadonlyArray<{ readonly datasetId: string; readonly dataset: PackedDataset | undefined }>;

export interface TrainingResult extends AnalysisWorkResult {
  readonly models: ReadonlyArray<{ readonly datasetId: string; readonly model: StoredModel }>;
}

/** Trains each dataset. An unknown dataset is invalid (analysis.gap.unknown-dataset). */
export function trainDatasets(trainings: TrainingWork): TrainingResult {
  const outcomes: DatasetOutcome[] = [];
  const models: Array<{ datasetId: string; model: StoredModel }> = [];
  for (const { datasetId, dataset } of trainings) {
    if (dataset === undefined) outcomes.push(createUnknownDatasetOutcome(datasetId));
    else {
      models.push({ datasetId, model: { model: JSON.stringify(trainModel(dataset)) } });
      outcomes.push(createSucceededOutcome(datasetId));
    }
  }
  return { datasets: outcomes, models };
}

/** Trains from scratch (payroll.trainer.from-scratch), without feedback (analysis.gap.feedback-effect). */
export function trainModel({ text }: PackedDataset): PayrollModel {
  const payslips: Payslip[] = JSON.parse(text);
  return trainPayroll(payslips);
}
