import { type Handler, refuse } from '@understudy/kernel';
import { startJob } from '@understudy/simulator-analysis';
import { refuseFuture } from '../current-date.js';
import type { operations } from '../generated/types.js';
import type { ClassificationJobInput } from './classification-job.js';

/** Starts a classification (inventory.classification.operation); dates by inventory.gap.date-range-details. */
export const startInventoryClassification: Handler<operations['startInventoryClassification']> = async (
  { headers, body },
  context,
) => {
  const { abcDriver, dateRange = {}, webhook } = body;
  const refusal = refuseFuture(dateRange.endDate, '/body/dateRange/endDate', context);
  if (refusal !== undefined) return refusal;
  const { startDate, endDate } = dateRange;
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) {
    return refuse(
      400,
      'BAD_REQUEST',
      `/body/dateRange/startDate ${startDate} lies after endDate ${endDate}; swap them`,
    );
  }
  const input: ClassificationJobInput = {
    label: 'Classification',
    datasetIds: [...new Set(body.datasetIds)],
    abcDriver,
    dateRange,
    ...(webhook === undefined ? {} : { webhook }),
  };
  return startJob(context, headers.tenantId, 'classification', input);
};
