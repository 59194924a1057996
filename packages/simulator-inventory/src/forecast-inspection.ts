import {
  type ForecastPoint,
  forecastSales,
  type HistoricalPoint,
  type TrainedModel,
  toHistoricalData,
  toSeries,
} from '@understudy/engine-forecasting';
import type { Owner } from '@understudy/kernel';
import type { StoredDataset } from '@understudy/simulator-analysis';
import type { StoredModel } from './entities.js';
import { packSales, unpackSales } from './packed-sales.js';

export interface ForecastInspection
  extends Pick<TrainedModel, 'model' | 'frequency' | 'horizon' | 'trainedBefore' | 'observations' | 'scores'> {
  readonly datasetId: string;
  readonly clientId: string;
  readonly tenantId: string;
  /** Calendar date of today for the forecast. */
  readonly currentDate: string;
  /** One point for each complete interval. */
  readonly history: HistoricalPoint[];
  readonly forecast: ForecastPoint[];
}

interface ForecastSource {
  readonly owner: Owner;
  readonly dataset: StoredDataset;
  readonly trained: StoredModel;
  readonly currentDate: string;
}

/** Creates the forecast of a prediction on `currentDate` with its causes, undefined without a sale up to then. */
export function createForecastInspection(source: ForecastSource): ForecastInspection | undefined {
  const { owner, dataset, trained, currentDate } = source;
  const sales = unpackSales(packSales(dataset), currentDate);
  if (sales.length === 0) return undefined;
  const trainedModel: TrainedModel = JSON.parse(trained.model);
  const { model, frequency, horizon, trainedBefore, observations, scores } = trainedModel;
  return {
    datasetId: dataset.datasetId,
    ...owner,
    currentDate,
    model,
    frequency,
    horizon,
    trainedBefore,
    observations,
    scores,
    history: toHistoricalData(toSeries(sales, { frequency, currentDate })),
    forecast: forecastSales(trainedModel, sales, { currentDate }),
  };
}
