import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '@understudy/contract';
import { forecast, historicalData, suggest, toSeries } from '@understudy/engine-forecasting';
import {
  type AnalysisWorkResult,
  type DatasetOutcome,
  failed,
  type StoredDataset,
  succeeded,
  unknownDatasetOutcome,
} from '@understudy/simulator-analysis';
import type { PredictionParameters, PredictionResult, StoredModel } from '../entities.js';
import { salesOf } from '../sales-of.js';
import { suggestionParameters } from './suggestion-parameters.js';

export interface PredictionWork {
  readonly body?: unknown;
  /** Why an uploaded body could not be read. */
  readonly fault?: string;
  readonly datasets: readonly StoredDataset[];
  readonly models: ReadonlyArray<{ readonly datasetId: string; readonly model: StoredModel }>;
  /** Calendar date of the sandbox's clock. */
  readonly today: string;
}

export interface PredictionOutput extends AnalysisWorkResult {
  readonly results: readonly PredictionResult[];
}

interface PredictionRequest {
  readonly parametersArray: readonly PredictionParameters[];
  readonly freezeDate?: string | null;
}

/**
 * Predicts each dataset of a request. An uploaded request is checked here; what would answer 400 makes the job invalid
 * (analysis.gap.upload-prediction-body).
 *
 * @param validate the contract's check of a whole request
 */
export function predictDatasets(work: PredictionWork, validate: (body: unknown) => Finding[]): PredictionOutput {
  const fault = work.fault ?? faultOf(work, validate);
  if (fault !== undefined) return { fault, datasets: [], results: [] };
  const request = work.body as PredictionRequest;
  const currentDate = request.freezeDate ?? work.today;
  const outcomes = new Map<string, DatasetOutcome>();
  const results: PredictionResult[] = [];
  for (const parameters of request.parametersArray) {
    const { datasetId } = parameters;
    if (outcomes.has(datasetId)) continue;
    const predicted = predictDataset(parameters, work, currentDate);
    if ('status' in predicted) outcomes.set(datasetId, predicted);
    else {
      outcomes.set(datasetId, succeeded(datasetId));
      results.push(predicted);
    }
  }
  return { datasets: [...outcomes.values()], results };
}

function faultOf({ body, today }: PredictionWork, validate: (body: unknown) => Finding[]): string | undefined {
  const findings = validate(body);
  if (findings.length > 0)
    return findings
      .slice(0, 3)
      .map(({ message }) => message)
      .join('; ');
  const { parametersArray, freezeDate } = body as PredictionRequest;
  if (typeof freezeDate === 'string' && freezeDate > today)
    return `freezeDate ${freezeDate} lies after today, ${today}`;
  const first = new Map<string, PredictionParameters>();
  for (const item of parametersArray) {
    const earlier = first.get(item.datasetId);
    if (earlier !== undefined && !isDeepStrictEqual(earlier, item)) {
      return `parametersArray names dataset "${item.datasetId}" more than once with different content`;
    }
    first.set(item.datasetId, item);
  }
  return undefined;
}

function predictDataset(
  parameters: PredictionParameters,
  { datasets, models }: PredictionWork,
  currentDate: string,
): PredictionResult | DatasetOutcome {
  const { datasetId, supplier } = parameters;
  const dataset = datasets.find((stored) => stored.datasetId === datasetId);
  if (dataset === undefined) return unknownDatasetOutcome(datasetId);
  const trained = models.find((stored) => stored.datasetId === datasetId);
  if (trained === undefined) {
    return failed(datasetId, 'MODEL_NOT_FOUND', `Dataset "${datasetId}" is not trained; start the trainer first`);
  }
  // History after the prediction's own freezeDate is hidden, whatever the training saw (inventory.gap.freeze-date-order).
  const sales = salesOf(dataset).filter(({ date }) => date <= currentDate);
  if (sales.length === 0)
    return failed(datasetId, 'INVALID_DATA', `There is no data up to ${currentDate} to predict from`);
  const { model } = trained.model;
  const points = forecast(model, sales, { currentDate });
  const suggestions = suggest(suggestionParameters(parameters), {
    forecast: points,
    frequency: model.frequency,
    currentDate,
  });
  return {
    datasetId,
    supplierId: supplier.supplierId,
    ...suggestions,
    forecast: points,
    historicalData: historicalData(toSeries(sales, { frequency: model.frequency, currentDate })),
  };
}
