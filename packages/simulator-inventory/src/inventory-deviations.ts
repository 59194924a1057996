import {
  changeAtPath,
  changeDescription,
  changeJobKinds,
  changeResponseAt,
  changeResponseBody,
  createDeviationTable,
  type DeviationTable,
  readDeviationTable,
  type SimulatorChange,
  toJsonObject,
  toList,
} from '@understudy/kernel/deviations';
import { acceptDatasets, createAnalysisDeviations } from '@understudy/simulator-analysis/deviations';
import rows from './inventory-deviations.json' with { type: 'json' };
import { inventoryService } from './inventory-service.js';

const day = 86_400_000;
const results = 'getPredictionResults';

const points = (change: (point: Record<string, unknown>) => unknown): SimulatorChange =>
  changeResponseAt(results, 'results/*/forecast/*', (point) => change(toJsonObject(point)));

export const inventoryDeviations: DeviationTable = createDeviationTable({
  ...createAnalysisDeviations(inventoryService, {
    resultsKey: 'results',
    itemsKey: 'parametersArray',
    prefixOfSibling: '/td',
    starter: 'startInventoryClassification',
  }),
  ...readDeviationTable(rows),
  'inventory.dataset.schema': acceptDatasets('upload', ({ message }) => /\btransactions\b(?!\/)/.test(message)),
  'inventory.trainer.frequency-d': changeResponseAt(results, 'results/*/forecast', (list) =>
    toList(list).filter((_point, place) => place % 7 === 0),
  ),
  'inventory.forecast-point.interval': points((point) => ({
    ...point,
    lowerQuantity: Number(point['upperQuantity']) + 1,
    upperQuantity: point['lowerQuantity'],
  })),
  'inventory.state.invalid-not-stored#beside: the valid datasets of an upload are stored although another one is invalid':
    changeJobKinds('upload', (kind) => ({
      async apply(record, output, scope, now) {
        const valid = toList(toJsonObject(output)['datasets']).filter(
          (one) => toJsonObject(one)['status'] === 'success',
        );
        await kind.apply(record, { ...toJsonObject(output), datasets: valid }, scope, now);
        return await kind.apply(record, output, scope, now);
      },
    })),
  'inventory.trainer.model-selection': changeJobKinds('training', ({ load }) => ({
    async load(...given) {
      const loaded = toJsonObject(await load(...given));
      return {
        ...loaded,
        currentDate: new Date(Date.parse(String(loaded['currentDate'])) - 120 * day).toISOString().slice(0, 10),
      };
    },
  })),
  'inventory.classification-item.known-values#two-years: two years of steady growth have no trend': changeResponseBody(
    'getInventoryClassificationResults',
    (body) =>
      changeAtPath(body, 'results/*', (item) =>
        String(toJsonObject(item)['datasetId']).startsWith('two-years-')
          ? { ...toJsonObject(item), trend: 'None' }
          : item,
      ),
  ),
  'inventory.classification.method-post': changeDescription((document) => {
    const path = '/io/start_inventory_classification';
    const { post } = toJsonObject(document.paths?.[path]);
    return { ...document, paths: { ...document.paths, [path]: { get: post } } };
  }),
});
