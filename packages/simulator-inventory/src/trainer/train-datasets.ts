import { trainModel } from '@understudy/engine-forecasting';
import type { AnalysisWorkResult, DatasetOutcome } from '@understudy/simulator-analysis';
import {
  createFailedOutcome,
  createSucceededOutcome,
  createUnknownDatasetOutcome,
} from '@understudy/simulator-analysis/compute';
import type { StoredModel } from '../entities.js';
import type { components } from '../generated/types.js';
import { type PackedSales, unpackSales } from '../packed-sales.js';

export interface TrainingWork {
  readonly parameters: ReadonlyArray<components['schemas']['InventoryTrainerParameters']>;
  readonly sales: readonly PackedSales[];
  /** Calendar date. Later records are ignored. */
  readonly currentDate: string;
}

export interface TrainingResult extends AnalysisWorkResult {
  readonly models: ReadonlyArray<{ readonly datasetId: string; readonly model: StoredModel }>;
}

/** Trains each dataset. A dataset without records up to the current date is invalid (analysis.gap.training-no-data). */
export function trainDatasets({ parameters, sales: all, currentDate }: TrainingWork): TrainingResult {
  const outcomes: DatasetOutcome[] = [];
  const models: Array<{ datasetId: string; model: StoredModel }> = [];
  const known = new Map(all.map((packed) => [packed.datasetId, packed]));
  for (const { datasetId, frequency, horizon } of parameters) {
    const packed = known.get(datasetId);
    if (packed === undefined) {
      outcomes.push(createUnknownDatasetOutcome(datasetId));
      continue;
    }
    const sales = unpackSales(packed, currentDate);
    if (sales.length === 0) {
      outcomes.push(
        createFailedOutcome(datasetId, 'INVALID_DATA', `There is no data up to ${currentDate} to train on`),
      );
      continue;
    }
    const model = JSON.stringify(trainModel(sales, { frequency, horizon, currentDate }));
    models.push({ datasetId, model: { model, trainedUpTo: currentDate } });
    outcomes.push(createSucceededOutcome(datasetId));
  }
  return { datasets: outcomes, models };
}
