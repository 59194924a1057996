import { omitUndefined } from '@understudy/contract';
import type { OperationHandler } from '@understudy/kernel';
import {
  type AnalysisJobInput,
  createAnalysisJobKind,
  createReversedDatesError,
  startJob,
} from '@understudy/simulator-analysis';
import { rejectFutureDate, toCurrentDate } from '../current-date.js';
import { inventoryCollections } from '../entities.js';
import type { components, operations } from '../generated/types.js';
import { inventoryService } from '../inventory-service.js';
import { loadSales } from '../load-sales.js';
import type { ClassificationOutput, ClassificationWork } from './classify-datasets.js';

type Request = components['schemas']['InventoryClassificationRequest'];

interface ClassificationJobInput extends AnalysisJobInput {
  readonly abcDriver: Request['abcDriver'];
  readonly dateRange: NonNullable<Request['dateRange']>;
}

/** The job that classifies datasets, without training (analysis.gap.untrained). */
export const classificationJob = createAnalysisJobKind<
  ClassificationJobInput,
  ClassificationWork,
  ClassificationOutput
>(inventoryService, {
  name: 'classification',
  async load({ input }, scope, now) {
    const { startDate, endDate } = input.dateRange;
    return omitUndefined({
      datasetIds: input.datasetIds,
      sales: await loadSales(scope, input.datasetIds),
      abcDriver: input.abcDriver,
      currentDate: endDate ?? toCurrentDate(now),
      startDate,
    });
  },
  async store({ id }, { results }, scope) {
    await scope.collection(inventoryCollections.classifications).put(id, { items: results });
  },
});

/** Starts a classification (inventory.classification.operation). Dates by inventory.gap.date-range-details. */
export const startInventoryClassification: OperationHandler<operations['startInventoryClassification']> = async (
  { headers, body },
  context,
) => {
  const { abcDriver, dateRange = {}, webhook } = body;
  const { startDate, endDate } = dateRange;
  const refusal = rejectFutureDate(endDate, '/body/dateRange/endDate', context);
  if (refusal !== undefined) return refusal;
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) {
    return createReversedDatesError(
      { pointer: '/body/dateRange/startDate', date: startDate },
      { pointer: '/body/dateRange/endDate', date: endDate },
    );
  }
  const input: ClassificationJobInput = omitUndefined({
    label: 'Classification',
    datasetIds: [...new Set(body.datasetIds)],
    abcDriver,
    dateRange,
    webhook,
  });
  return startJob(context, headers.tenantId, classificationJob, input);
};
