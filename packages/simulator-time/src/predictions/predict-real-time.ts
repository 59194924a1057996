import type { Handler } from '@understudy/kernel';
import { findModel, malformedBody, preparedOnce, uniqueItems } from '@understudy/simulator-analysis';
import type { operations } from '../generated/types.js';
import { weekdayField } from '../settings.js';
import { nameWeekday } from './name-weekday.js';
import { repeatedIds } from './repeated-ids.js';

const preparedModel = preparedOnce(async () => (await import('@understudy/engine-anomaly')).prepareTime);

/**
 * Predicts registrations immediately: no job, stored data, days, plans or rules (time.realtime.no-aggregation,
 * time.gap.realtime-extras). The dataset must be trained (analysis.gap.untrained).
 */
export const predictRealTime: Handler<operations['predictRealTime']> = async ({ body }, context) => {
  const fault = repeatedIds(body.parameters, '/body/parameters');
  if (fault !== undefined) return malformedBody(fault);
  const items = uniqueItems(body.parameters, '/body/parameters');
  if ('refused' in items) return items;
  const { predictRegistrations } = await import('@understudy/engine-anomaly');
  const results = [];
  for (const { datasetId, registrations } of items) {
    const stored = await findModel(context, datasetId);
    if ('refused' in stored) return stored;
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
