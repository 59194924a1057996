import {
  changeAtPath,
  changeJobKinds,
  changeResponseAt,
  changeUploads,
  createDeviationTable,
  type DeviationTable,
  readDeviationTable,
  removedMarker,
  toJsonObject,
  toList,
} from '@understudy/kernel/deviations';
import { createAnalysisDeviations, growByRepetition } from '@understudy/simulator-analysis/deviations';
import { timeCollections } from './entities.js';
import table from './time-deviations.json' with { type: 'json' };
import { timeService } from './time-service.js';

const results = 'getPredictionResults';
const predictions = 'results/*/predictions';

export const timeDeviations: DeviationTable = createDeviationTable({
  ...createAnalysisDeviations(timeService, {
    resultsKey: 'results',
    itemsKey: 'parameters',
    prefixOfSibling: '/pd',
    starter: 'startTrainer',
  }),
  'time.purpose.pipeline': changeJobKinds('prediction', ({ load }) => ({
    async load(...given) {
      const loaded = toJsonObject(await load(...given));
      const [, scope] = given;
      const [any] = await scope.collection(timeCollections.models).list();
      const known = toList(loaded['known']).map((dataset) => ({
        ...toJsonObject(dataset),
        model: toJsonObject(dataset)['model'] ?? any?.value.model,
      }));
      return { ...loaded, known };
    },
  })),
  'time.registration.schema': changeUploads((body) =>
    changeAtPath(body, 'datasets/*/registrations/*/startTime', (time) =>
      typeof time === 'string' ? 8 : (time ?? removedMarker),
    ),
  ),
  'time.rule.max-hours-per-day': changeResponseAt(results, `${predictions}/*/breaches`, (list) =>
    toList(list).filter((breach) => JSON.stringify(toJsonObject(breach)['relatedIds']).split(',').length < 2),
  ),
  'time.plan-result.schema': changeResponseAt(results, 'results/*', (result) => {
    const { plans, predictions: list, ...others } = toJsonObject(result);
    return { ...others, predictions: [...toList(list), ...toList(plans)], plans: [] };
  }),
  'time.upload.type-descriptions': changeJobKinds('descriptions', ({ apply }) => ({
    async apply(job, output, scope, now) {
      for (const datasetId of job.input.datasetIds) await scope.collection(timeCollections.datasets).delete(datasetId);
      return await apply(job, output, scope, now);
    },
  })),
  'time.prediction.no-model-update': growByRepetition('createPrediction'),
  'time.realtime.no-aggregation': changeResponseAt('predictRealTime', predictions, (list) => [
    ...toList(list),
    ...toList(list)
      .slice(0, 1)
      .map((one) => ({ ...toJsonObject(one), aggregated: true })),
  ]),
  ...readDeviationTable(table),
});
