import { type PayrollModel, predictPayroll, preparePayroll } from '@understudy/engine-anomaly';
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
  notTrainedMessage,
} from '@understudy/simulator-analysis/compute';
import type { DatasetResult, PayrollDataset, StoredResult } from '../entities.js';
import type { components } from '../generated/types.js';
import { nameFindings } from './name-findings.js';
import { selectRequestedDatasets } from './requested-datasets.js';

export interface PredictionOutput extends AnalysisWorkResult {
  readonly results: readonly StoredResult[];
  readonly userInitiated: boolean;
}

type PredictionRequest = components['schemas']['PayrollCreatePredictionRequest'];

/** Predicts each dataset of a request, which `validate` checks. */
export function predictDatasets(work: PredictionWork, validate: ValueValidator): PredictionOutput {
  const checked = checkRequest(work, validate);
  if ('fault' in checked) return refused(checked.fault);
  // The contract has just validated it.
  const { datasets, userInitiated } = checked.body as PredictionRequest;
  const requested = selectRequestedDatasets(datasets, '/datasets');
  if ('fault' in requested) return refused(requested.fault);

  const known = new Map(work.known.map((dataset) => [dataset.datasetId, dataset]));
  const outcomes: DatasetOutcome[] = [];
  const results: StoredResult[] = [];
  for (const [index, dataset] of requested.datasets.entries()) {
    const result = predictDataset(dataset, known.get(dataset.id), `${work.name}/${index}`);
    if ('status' in result) outcomes.push(result);
    else {
      outcomes.push(createSucceededOutcome(dataset.id));
      results.push(JSON.stringify(result));
    }
  }
  return { datasets: outcomes, results, userInitiated: userInitiated ?? false };
}

function refused(fault: string): PredictionOutput {
  return { fault, datasets: [], results: [], userInitiated: false };
}

function predictDataset(
  { id, payslips }: PayrollDataset,
  known: KnownDataset | undefined,
  name: string,
): DatasetResult | DatasetOutcome {
  if (known === undefined || !known.exists) return createUnknownDatasetOutcome(id);
  if (known.model === undefined) return createFailedOutcome(id, 'MODEL_NOT_FOUND', notTrainedMessage(id));
  const model: PayrollModel = JSON.parse(known.model);
  let findings = 0;
  return nameFindings(id, predictPayroll(preparePayroll(model), payslips), () => {
    findings += 1;
    return deriveUuid(`${name}/finding/${findings}`);
  });
}
