import {
  all,
  answerAt,
  type Change,
  changeAt,
  clockAhead,
  type Deviations,
  deviationTable,
  endings,
  gone,
  jobs,
  listOf,
  objectOf,
  overlay,
  refuseWhen,
  renameAt,
  renamePaths,
  requestBody,
  uploads,
} from '@understudy/kernel/deviations';
import { analysisDeviations } from '@understudy/simulator-analysis/deviations';
import { inventoryService } from '../inventory-service.js';
import { inventoryClassification } from './inventory-classification.js';

const day = 86_400_000;
const predicting = ['createPrediction', 'predictRealTime'];
const results = 'getPredictionResults';

/** Changes each item of the parameters of a request. */
const each = (operations: string | readonly string[], name: string, change: (value: unknown) => unknown): Change =>
  requestBody(operations, (body) => changeAt(body, `parametersArray/*/${name}`, change));
const schema = (name: string, update: unknown): Change => overlay({ target: `$.components.schemas.${name}`, update });
const points = (change: (point: Record<string, unknown>) => unknown): Change =>
  answerAt(results, 'results/*/forecast/*', (point) => change(objectOf(point)));

/** All deviations of the inventory API. */
export const inventoryDeviations: Deviations = deviationTable({
  ...analysisDeviations(inventoryService, {
    resultsKey: 'results',
    itemsKey: 'parametersArray',
    prefixOfSibling: '/td',
    starter: 'startInventoryClassification',
  }),
  'inventory.purpose.outputs': each(predicting, 'currentInventoryLevel', () => 0),
  'inventory.status.dataset-entry': answerAt(
    'getJobStatus',
    'datasetsStatus/*/message',
    (message) => objectOf(message)['message'],
  ),
  'inventory.status.dataset-values': answerAt('getJobStatus', 'datasetsStatus/*/status', (status) =>
    status === 'invalid' ? 'failed' : status,
  ),
  'inventory.status.code-success': answerAt('getJobStatus', 'datasetsStatus/*/message/code', () => 'SUCCESS'),
  'inventory.status.code-success#not-stored: code is SUCCESS for a valid dataset that is not stored': answerAt(
    'getJobStatus',
    'datasetsStatus/*/message/code',
    (code) => (code === 'NOT_STORED' ? 'SUCCESS' : code),
  ),
  'inventory.transaction.schema': uploads((body) =>
    changeAt(body, 'datasets/*/transactions/*/quantity', (quantity) =>
      quantity === undefined ? gone : Number(quantity),
    ),
  ),
  'inventory.dataset.schema': endings('upload', (ended) => {
    const datasets = ended.outcome.datasets.map((dataset) =>
      /\btransactions\b(?!\/)/.test(dataset.message) ? { ...dataset, status: 'success', code: 'SUCCESS' } : dataset,
    );
    const status = datasets.every((dataset) => dataset.status === 'success') ? 'success' : ended.status;
    return { status, outcome: { ...ended.outcome, datasets } };
  }),
  'inventory.trainer.params': all(
    schema('InventoryTrainerParameters.properties.horizon', { type: 'number' }),
    each('startTrainer', 'horizon', (horizon) => Math.ceil(Number(horizon))),
  ),
  'inventory.trainer.frequency-d': answerAt(results, 'results/*/forecast', (list) =>
    listOf(list).filter((_point, place) => place % 7 === 0),
  ),
  'inventory.prediction.params': schema('InventoryPredictionParameters.properties.currentInventoryLevel', {
    type: 'integer',
  }),
  'inventory.prediction.supplier': schema('InventoryLeadTime.properties.value', { type: 'integer' }),
  'inventory.prediction.planning-period': all(
    schema('InventoryPeriod.properties.value', { type: 'number' }),
    each(predicting, 'planningPeriod', (period) =>
      period === undefined ? gone : changeAt(period, 'value', (value) => Math.ceil(Number(value))),
    ),
  ),
  'inventory.prediction.inventory-orders': each(predicting, 'inventoryOrders', () => gone),
  'inventory.prediction.future-sales-orders': each(predicting, 'futureSalesOrders', () => gone),
  'inventory.prediction.min-max': each(predicting, 'maximumInventory', () => gone),
  'inventory.prediction.replenishment-interval': overlay(
    { target: '$.components.schemas.InventoryPredictionParameters.properties.replenishmentInterval', remove: true },
    {
      target: '$.components.schemas.InventoryPredictionParameters.properties',
      update: { replenishmentInterval: { type: 'integer' } },
    },
  ),
  'inventory.realtime.params': each('predictRealTime', 'forecast/*/predictedQuantity', () => 1),
  'inventory.realtime.no-forecasting': each('predictRealTime', 'forecast/*', (point) => ({
    ...objectOf(point),
    predictedQuantity: 42,
    lowerQuantity: 40,
    upperQuantity: 44,
  })),
  'inventory.realtime.body': all(
    overlay({
      target: "$.components.schemas.InventoryRealTimeParameters.allOf[*].required[?@=='forecast']",
      remove: true,
    }),
    each('predictRealTime', 'forecast', (forecast) => forecast ?? []),
  ),
  'inventory.forecast-point.schema': points((point) => renameAt(point, 'lowerQuantity', 'lower')),
  'inventory.forecast-point.decomposition': points((point) => ({
    ...point,
    predictedTrend: Number(point['predictedTrend']) + 5,
  })),
  'inventory.forecast-point.interval': points((point) => ({
    ...point,
    lowerQuantity: Number(point['upperQuantity']) + 1,
    upperQuantity: point['lowerQuantity'],
  })),
  'inventory.result-item.schema': answerAt(results, 'results/*/supplierId', () => gone),
  'inventory.result-item.suggestion': answerAt(
    results,
    'results/*/safetyStockSuggestion',
    (suggestion) => objectOf(suggestion)['quantity'],
  ),
  'inventory.result-item.historical': answerAt(
    results,
    'results/*/historicalData/*/quantity',
    (quantity) => Number(quantity) + 100,
  ),
  'inventory.state.invalid-not-stored': uploads((body) =>
    changeAt(body, 'datasets/*/transactions', (list) =>
      Array.isArray(list) ? list.filter((row) => typeof objectOf(row)['quantity'] === 'number') : list,
    ),
  ),
  'inventory.state.invalid-not-stored#beside: the valid datasets of an upload are stored although another one is invalid':
    jobs('upload', (kind) => ({
      async apply(record, output, scope, now) {
        const valid = listOf(objectOf(output)['datasets']).filter((one) => objectOf(one)['status'] === 'success');
        await kind.apply(record, { ...objectOf(output), datasets: valid }, scope, now);
        return await kind.apply(record, output, scope, now);
      },
    })),
  'inventory.presign.type-values': overlay({
    target: "$.paths['/io/presigned_url'].get.parameters[?@.name=='type'].schema.enum",
    update: ['descriptions'],
  }),
  'inventory.results.path': renamePaths((path) => (path === '/io/results' ? '/io/result' : path)),
  'inventory.presign.no-client-id': refuseWhen(
    'getPresignedUrl',
    400,
    (_input, { request: { headers } }) => headers['clientid'] === undefined,
  ),
  'inventory.upload.body': endings('upload', (ended, { fault }) =>
    fault === undefined ? ended : { ...ended, status: 'success' },
  ),
  'inventory.trainer.body': all(
    overlay(
      { target: "$.components.schemas.InventoryStartTrainerRequest.required[?@=='parametersArray']", remove: true },
      {
        target: '$.components.schemas.InventoryStartTrainerRequest',
        update: {
          required: ['parameters'],
          properties: {
            parameters: { type: 'array', items: { $ref: '#/components/schemas/InventoryTrainerParameters' } },
          },
        },
      },
    ),
    requestBody('startTrainer', (body) => ({ ...objectOf(body), parametersArray: objectOf(body)['parameters'] })),
  ),
  'inventory.trainer.freeze-date': requestBody('startTrainer', (body) => changeAt(body, 'freezeDate', () => gone)),
  'inventory.freeze-date.bounds': clockAhead(['startTrainer', ...predicting], day),
  'inventory.freeze-date.operations': clockAhead('predictRealTime', 3650 * day),
  'inventory.trainer.model-selection': jobs('training', ({ load }) => ({
    async load(...given) {
      const loaded = objectOf(await load(...given));
      return {
        ...loaded,
        currentDate: new Date(Date.parse(String(loaded['currentDate'])) - 120 * day).toISOString().slice(0, 10),
      };
    },
  })),
  'inventory.prediction.body': requestBody('createPrediction', (body) =>
    changeAt(body, 'parametersArray', (list) => listOf(list).slice(0, 1)),
  ),
  'inventory.prediction.freeze-date': requestBody('createPrediction', (body) =>
    changeAt(body, 'freezeDate', () => gone),
  ),
  'inventory.results.body': answerAt(results, 'pages', () => gone),
  ...inventoryClassification,
  'inventory.address.test-environment': 'Which environments exist is not seen from inside one of them.',
});
