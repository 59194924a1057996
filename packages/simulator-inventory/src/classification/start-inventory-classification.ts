import type { Handler } from '@understudy/kernel';
import { datesReversed, startJob } from '@understudy/simulator-analysis';
import { refuseFuture } from '../current-date.js';
import type { operations } from '../generated/types.js';
import { type ClassificationJobInput, classificationJobKind } from './classification-job.js';

/** Starts a classification (inventory.classification.operation); dates by inventory.gap.date-range-details. */
export const startInventoryClassification: Handler<operations['startInventoryClassification']> = async (
  { headers, body },
  context,
) => {
  const { abcDriver, dateRange = {}, webhook } = body;
  const { startDate, endDate } = dateRange;
  const refusal = refuseFuture(endDate, '/body/dateRange/endDate', context);
  if (refusal !== undefined) return refusal;
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) {
    return datesReversed(
      { pointer: '/body/dateRange/startDate', date: startDate },
      { pointer: '/body/dateRange/endDate', date: endDate },
    );
  }
  const input: ClassificationJobInput = {
    label: 'Classification',
    datasetIds: [...new Set(body.datasetIds)],
    abcDriver,
    dateRange,
    ...(webhook === undefined ? {} : { webhook }),
  };
  return startJob(context, headers.tenantId, classificationJobKind, input);
};
