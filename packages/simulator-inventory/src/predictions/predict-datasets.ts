import type { Finding } from '@understudy/contract';
import {
  forecastSales,
  suggestPurchases,
  type TrainedModel,
  toHistoricalData,
  toSeries,
} from '@understudy/engine-forecasting';
import type { AnalysisWorkResult, DatasetOutcome } from '@understudy/simulator-analysis';
import {
  createFailedOutcome,
  createSucceededOutcome,
  createUnknownDatasetOutcome,
  dropDuplicates,
  findUsableWebhook,
  summarizeFindings,
} from '@understudy/simulator-analysis/compute';
import type { PredictionParameters, PredictionResult, StoredModel, StoredPrediction } from '../entities.js';
import type { components } from '../generated/types.js';
import { type PackedSales, unpackSales } from '../packed-sales.js';
import { toSuggestionParameters } from './suggestion-parameters.js';

export interface PredictionWork {
  readonly body?: unknown;
  /** The reason why an uploaded body could not be read. */
  readonly fault?: string;
  readonly sales: readonly PackedSales[];
  readonly models: ReadonlyArray<{ readonly datasetId: string; readonly model: StoredModel }>;
  /** Calendar date of the sandbox's clock. */
  readonly today: string;
}

export interface PredictionOutput extends AnalysisWorkResult {
  readonly results: readonly StoredPrediction[];
}

type PredictionRequest = components['schemas']['InventoryCreatePredictionRequest'];

/** Predicts each dataset. An uploaded request is validated here (analysis.gap.upload-prediction-body). */
export function predictDatasets(work: PredictionWork, validate: (body: unknown) => Finding[]): PredictionOutput {
  const { body, today } = work;
  const fault = work.fault ?? contractFault(validate(body));
  if (fault !== undefined) return refused(fault);
  // The contract has just validated it.
  const { parametersArray, freezeDate, webhook } = body as PredictionRequest;
  if (webhook && findUsableWebhook(webhook) === undefined) {
    return refused('webhook is invalid: /webhookUrl must be an address');
  }
  if (typeof freezeDate === 'string' && freezeDate > today) {
    return refused(`freezeDate ${freezeDate} is after today, ${today}`);
  }
  const items = dropDuplicates(parametersArray, '/parametersArray');
  if ('refused' in items) return refused(items.message);

  const sales = new Map(work.sales.map((packed) => [packed.datasetId, packed]));
  const models = new Map(work.models.map(({ datasetId, model }) => [datasetId, model]));
  const outcomes: DatasetOutcome[] = [];
  const results: StoredPrediction[] = [];
  for (const parameters of items) {
    const { datasetId } = parameters;
    const predicted = predictDataset(parameters, {
      packed: sales.get(datasetId),
      trained: models.get(datasetId),
      currentDate: freezeDate ?? today,
    });
    if ('status' in predicted) outcomes.push(predicted);
    else {
      outcomes.push(createSucceededOutcome(datasetId));
      results.push(JSON.stringify(predicted));
    }
  }
  return { datasets: outcomes, results };
}

function refused(fault: string): PredictionOutput {
  return { fault, datasets: [], results: [] };
}

function contractFault(findings: readonly Finding[]): string | undefined {
  return findings.length === 0 ? undefined : summarizeFindings(findings);
}

interface Known {
  readonly packed: PackedSales | undefined;
  readonly trained: StoredModel | undefined;
  readonly currentDate: string;
}

function predictDataset(
  parameters: PredictionParameters,
  { packed, trained, currentDate }: Known,
): PredictionResult | DatasetOutcome {
  const { datasetId, supplier } = parameters;
  if (packed === undefined) return createUnknownDatasetOutcome(datasetId);
  if (trained === undefined) {
    return createFailedOutcome(
      datasetId,
      'MODEL_NOT_FOUND',
      `Dataset "${datasetId}" is not trained; start the trainer first`,
    );
  }
  // History after the prediction's own freezeDate is hidden, independent of the training
  // (inventory.gap.freeze-date-order).
  const sales = unpackSales(packed, currentDate);
  if (sales.length === 0) {
    return createFailedOutcome(datasetId, 'INVALID_DATA', `There is no data up to ${currentDate} to predict from`);
  }
  const model: TrainedModel = JSON.parse(trained.model);
  const points = forecastSales(model, sales, { currentDate });
  const suggestions = suggestPurchases(toSuggestionParameters(parameters), {
    forecast: points,
    frequency: model.frequency,
    currentDate,
  });
  return {
    datasetId,
    supplierId: supplier.supplierId,
    ...suggestions,
    forecast: points,
    historicalData: toHistoricalData(toSeries(sales, { frequency: model.frequency, currentDate })),
  };
}
