import type { Handler } from '@understudy/kernel';
import { datasetNotFound, datasetNotTrained, malformedBody, uniqueItems } from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import type { operations } from '../generated/types.js';
import { weekdayField } from '../settings.js';
import { nameWeekday } from './name-weekday.js';
import { preparedModel } from './prepared-model.js';
import { repeatedIds } from './repeated-ids.js';

/**
 * Predicts registrations at once: no job, nothing stored, no days, plans or rules (time.realtime.no-aggregation,
 * time.gap.realtime-extras). The dataset must be trained (analysis.gap.untrained).
 */
export const predictRealTime: Handler<operations['predictRealTime']> = async ({ body }, context) => {
  const fault = repeatedIds(body.parameters, '/body/parameters');
  if (fault !== undefined) return malformedBody(fault);
  const items = uniqueItems(body.parameters, '/body/parameters');
  if ('refused' in items) return items;
  const datasets = context.scope.collection(collections.datasets);
  const models = context.scope.collection(collections.models);
  const { predictRegistrations } = await import('@understudy/engine-anomaly');
  const results = [];
  for (const { datasetId, registrations } of items) {
    if ((await datasets.get(datasetId)) === undefined) return datasetNotFound(datasetId);
    const stored = await models.get(datasetId);
    if (stored === undefined) return datasetNotTrained(datasetId);
    const model = await preparedModel(stored);
    const predictions = predictRegistrations(model, registrations).map((prediction) => ({
      predictionId: context.ids.next('prediction'),
      resultId: context.ids.next('result'),
      ...prediction,
      aggregated: false as const,
      missing: false as const,
    }));
    results.push({
      datasetId,
      severityThresholds: { ...model.severityThresholds },
      predictions: nameWeekday(predictions, context.settings.of(weekdayField)),
    });
  }
  return { status: 200, body: { results } };
};
