import { type PayrollModel, type PayrollPrediction, predictPayroll, preparePayroll } from '@understudy/engine-anomaly';
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
import type { DatasetResult, PayrollDataset, StoredResult } from '../entities.js';
import type { components } from '../generated/types.js';
import { findRepeatedPayslipId } from '../payslip-validators.js';

export interface PredictionOutput extends AnalysisWorkResult {
  readonly results: readonly StoredResult[];
  readonly userInitiated: boolean;
}

type PredictionRequest = components['schemas']['PayrollCreatePredictionRequest'];

/** Predicts each dataset of a request, which `validate` checks. */
export function predictDatasets(work: PredictionWork, validate: ValueValidator): PredictionOutput {
  const checked = checkRequest(work, validate);
  if ('fault' in checked) return refused(checked.fault);
  // The contract has just found nothing wrong with it.
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

/**
 * Returns the findings for a dataset, each with a `predictionId` (payroll.gap.dataset-results-item, .feedback-items).
 */
export function nameFindings(id: string, predicted: PayrollPrediction, nextId: () => string): DatasetResult {
  const named = <Found>(finding: Found) => ({ predictionId: nextId(), ...finding });
  return {
    id,
    severityThresholds: predicted.severityThresholds,
    findings: predicted.findings,
    payslipResults: predicted.payslipResults.map(({ findings: { observed, missing }, ...payslip }) => ({
      ...payslip,
      findings: { observed: observed.map(named), missing: missing.map(named) },
    })),
  };
}

/** Selects the datasets of a request, each once (analysis.gap.duplicate-dataset, analysis.gap.validation-rules). */
export function selectRequestedDatasets(
  datasets: readonly PayrollDataset[],
  pointer: string,
): { readonly datasets: readonly PayrollDataset[] } | { readonly fault: string } {
  for (const [index, dataset] of datasets.entries()) {
    const fault = findRepeatedPayslipId(dataset, `${pointer}/${index}`);
    if (fault !== undefined) return { fault };
  }
  const items = dropDuplicates(
    datasets.map((dataset) => ({ datasetId: dataset.id, dataset })),
    pointer,
  );
  return 'refused' in items ? { fault: items.message } : { datasets: items.map(({ dataset }) => dataset) };
}
