import type { Handler } from '@understudy/kernel';
import { datasetNotFound, uniqueItems } from '@understudy/simulator-analysis';
import { refuseFuture, todayOf } from '../current-date.js';
import { collections } from '../entities.js';
import type { operations } from '../generated/types.js';
import { suggestionParameters } from './suggestion-parameters.js';

/**
 * Computes suggestions immediately from the given forecast, without a job or stored data
 * (inventory.realtime.no-forecasting). The dataset must exist, but need not be trained (analysis.gap.untrained).
 */
export const predictRealTime: Handler<operations['predictRealTime']> = async ({ body }, context) => {
  const refusal = refuseFuture(body.freezeDate, '/body/freezeDate', context);
  if (refusal !== undefined) return refusal;
  const items = uniqueItems(body.parametersArray, '/body/parametersArray');
  if ('refused' in items) return items;
  const datasets = context.scope.collection(collections.datasets);
  const currentDate = body.freezeDate ?? todayOf(context.clock.now());
  const { suggest } = await import('@understudy/engine-forecasting');
  const results = [];
  for (const parameters of items) {
    const { datasetId, supplier, forecast, frequency } = parameters;
    if ((await datasets.get(datasetId)) === undefined) return datasetNotFound(datasetId);
    const suggestions = suggest(suggestionParameters(parameters), { forecast, frequency, currentDate });
    results.push({ datasetId, supplierId: supplier.supplierId, ...suggestions });
  }
  return { status: 200, body: { results } };
};
