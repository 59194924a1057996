import { predictTime, prepareTime, type TimeModel } from '@understudy/engine-anomaly';
import type {
  AnalysisWorkResult,
  DatasetOutcome,
  KnownDataset,
  PredictionWork,
  ValueValidator,
} from '@understudy/simulator-analysis';
import {
  checkRequest,
  createFailedOutcome,
  createSucceededOutcome,
  createUnknownDatasetOutcome,
  deriveUuid,
  dropDuplicates,
  notTrainedMessage,
} from '@understudy/simulator-analysis/compute';
import type { PredictionParameters, StoredRequest, StoredResult, TimeResult } from '../entities.js';
import type { components } from '../generated/types.js';
import { maxResultBytes } from '../policies.js';
import { findRepeatedRegistrationId } from '../store-registrations.js';

/**
 * Formats a result as JSON, truncated after `most` bytes, because registrations that break a rule together list each
 * other.
 */
function resultText({ predictions, plans, ...rest }: TimeResult, most: number): string {
  const parts = [JSON.stringify(rest).slice(0, -1)];
  let bytes = 0;
  for (const [name, rows] of [['predictions', predictions] as const, ['plans', plans] as const]) {
    parts.push(`,"${name}":[`);
    for (const [index, row] of rows.entries()) {
      if (bytes > most) break;
      const text = JSON.stringify(row);
      bytes += Buffer.byteLength(text);
      parts.push(index === 0 ? text : `,${text}`);
    }
    parts.push(']');
  }
  parts.push('}');
  return parts.join('');
}

export interface PredictionOutput extends AnalysisWorkResult {
  /** Empty if the results are too large to be fetched. */
  readonly results: readonly StoredResult[];
  /** Size of the results. Above the limit, a lower bound. */
  readonly bytes: number;
  readonly predicted: StoredRequest['datasets'];
}

type PredictionRequest = components['schemas']['TimeCreatePredictionRequest'];

/** Predicts each dataset. An uploaded request is validated here (analysis.gap.upload-prediction-body). */
export function predictDatasets(work: PredictionWork, validate: ValueValidator): PredictionOutput {
  const checked = checkRequest(work, validate);
  if ('fault' in checked) return refused(checked.fault);
  // The contract has just validated it.
  const { parameters } = checked.body as PredictionRequest;
  const repeated = findRepeatedRegistrationId(parameters, '/parameters');
  if (repeated !== undefined) return refused(repeated);
  const items = dropDuplicates(parameters, '/parameters');
  if ('refused' in items) return refused(items.message);

  const known = new Map(work.known.map((dataset) => [dataset.datasetId, dataset]));
  const outcomes: DatasetOutcome[] = [];
  const results: StoredResult[] = [];
  const predicted: Array<StoredRequest['datasets'][number]> = [];
  let bytes = 0;
  for (const [index, item] of items.entries()) {
    const { datasetId, registrations } = item;
    const result = predictDataset(item, known.get(datasetId), `${work.name}/${index}`);
    if ('status' in result) outcomes.push(result);
    else {
      outcomes.push(createSucceededOutcome(datasetId));
      if (bytes > maxResultBytes) continue;
      const text = resultText(result, maxResultBytes - bytes);
      results.push(text);
      bytes += Buffer.byteLength(text);
      predicted.push({ datasetId, registrations: JSON.stringify(registrations) });
    }
  }
  return bytes > maxResultBytes
    ? { datasets: outcomes, results: [], bytes, predicted: [] }
    : { datasets: outcomes, results, bytes, predicted };
}

function refused(fault: string): PredictionOutput {
  return { fault, datasets: [], results: [], bytes: 0, predicted: [] };
}

function predictDataset(
  { datasetId, ...request }: PredictionParameters,
  known: KnownDataset | undefined,
  name: string,
): TimeResult | DatasetOutcome {
  if (known === undefined || !known.exists) return createUnknownDatasetOutcome(datasetId);
  if (known.model === undefined) return createFailedOutcome(datasetId, 'MODEL_NOT_FOUND', notTrainedMessage(datasetId));
  const model: TimeModel = JSON.parse(known.model);
  try {
    const { severityThresholds, predictions, plans } = predictTime(prepareTime(model), request);
    return {
      datasetId,
      severityThresholds,
      predictions: predictions.map((prediction, index) => ({
        predictionId: deriveUuid(`${name}/prediction/${index}`),
        resultId: deriveUuid(`${name}/result/${index}`),
        ...prediction,
      })),
      plans: plans.map((plan, index) => ({ resultId: deriveUuid(`${name}/plan/${index}`), ...plan })),
    };
  } catch (error) {
    // The dates of the registrations are too far apart to check every day between them.
    if (error instanceof RangeError) return createFailedOutcome(datasetId, 'INVALID_DATA', error.message);
    throw error;
  }
}
