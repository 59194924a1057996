import {
  advanceHandlerClock,
  applyOverlayActions,
  changeAtPath,
  changeJobKinds,
  changeJobResults,
  changeRequestBody,
  changeResponseAt,
  changeSchema,
  changeUploads,
  combineChanges,
  createDeviationTable,
  type DeviationTable,
  rejectWhen,
  removedMarker,
  renameAtPath,
  renamePaths,
  type SimulatorChange,
  toJsonObject,
  toList,
} from '@understudy/kernel/deviations';
import { createAnalysisDeviations } from '@understudy/simulator-analysis/deviations';
import { inventoryService } from '../inventory-service.js';
import { classificationDeviations } from './classification-deviations.js';

const day = 86_400_000;
const predicting = ['createPrediction', 'predictRealTime'];
const results = 'getPredictionResults';

const each = (
  operations: string | readonly string[],
  name: string,
  change: (value: unknown) => unknown,
): SimulatorChange => changeRequestBody(operations, (body) => changeAtPath(body, `parametersArray/*/${name}`, change));
const points = (change: (point: Record<string, unknown>) => unknown): SimulatorChange =>
  changeResponseAt(results, 'results/*/forecast/*', (point) => change(toJsonObject(point)));

export const inventoryDeviations: DeviationTable = createDeviationTable({
  ...createAnalysisDeviations(inventoryService, {
    resultsKey: 'results',
    itemsKey: 'parametersArray',
    prefixOfSibling: '/td',
    starter: 'startInventoryClassification',
  }),
  'inventory.purpose.outputs': each(predicting, 'currentInventoryLevel', () => 0),
  'inventory.status.dataset-entry': changeResponseAt(
    'getJobStatus',
    'datasetsStatus/*/message',
    (message) => toJsonObject(message)['message'],
  ),
  'inventory.status.dataset-values': changeResponseAt('getJobStatus', 'datasetsStatus/*/status', (status) =>
    status === 'invalid' ? 'failed' : status,
  ),
  'inventory.status.code-success': changeResponseAt('getJobStatus', 'datasetsStatus/*/message/code', () => 'SUCCESS'),
  'inventory.status.code-success#not-stored: code is SUCCESS for a valid dataset that is not stored': changeResponseAt(
    'getJobStatus',
    'datasetsStatus/*/message/code',
    (code) => (code === 'NOT_STORED' ? 'SUCCESS' : code),
  ),
  'inventory.transaction.schema': changeUploads((body) =>
    changeAtPath(body, 'datasets/*/transactions/*/quantity', (quantity) =>
      quantity === undefined ? removedMarker : Number(quantity),
    ),
  ),
  'inventory.dataset.schema': changeJobResults('upload', (ended) => {
    const datasets = ended.outcome.datasets.map((dataset) =>
      /\btransactions\b(?!\/)/.test(dataset.message) ? { ...dataset, status: 'success', code: 'SUCCESS' } : dataset,
    );
    const status = datasets.every((dataset) => dataset.status === 'success') ? 'success' : ended.status;
    return { status, outcome: { ...ended.outcome, datasets } };
  }),
  'inventory.trainer.params': combineChanges(
    changeSchema('InventoryTrainerParameters.properties.horizon', { type: 'number' }),
    each('startTrainer', 'horizon', (horizon) => Math.ceil(Number(horizon))),
  ),
  'inventory.trainer.frequency-d': changeResponseAt(results, 'results/*/forecast', (list) =>
    toList(list).filter((_point, place) => place % 7 === 0),
  ),
  'inventory.prediction.params': changeSchema('InventoryPredictionParameters.properties.currentInventoryLevel', {
    type: 'integer',
  }),
  'inventory.prediction.supplier': changeSchema('InventoryLeadTime.properties.value', { type: 'integer' }),
  'inventory.prediction.planning-period': combineChanges(
    changeSchema('InventoryPeriod.properties.value', { type: 'number' }),
    each(predicting, 'planningPeriod', (period) =>
      period === undefined ? removedMarker : changeAtPath(period, 'value', (value) => Math.ceil(Number(value))),
    ),
  ),
  'inventory.prediction.inventory-orders': each(predicting, 'inventoryOrders', () => removedMarker),
  'inventory.prediction.future-sales-orders': each(predicting, 'futureSalesOrders', () => removedMarker),
  'inventory.prediction.min-max': each(predicting, 'maximumInventory', () => removedMarker),
  'inventory.prediction.replenishment-interval': applyOverlayActions(
    { target: '$.components.schemas.InventoryPredictionParameters.properties.replenishmentInterval', remove: true },
    {
      target: '$.components.schemas.InventoryPredictionParameters.properties',
      update: { replenishmentInterval: { type: 'integer' } },
    },
  ),
  'inventory.realtime.params': each('predictRealTime', 'forecast/*/predictedQuantity', () => 1),
  'inventory.realtime.no-forecasting': each('predictRealTime', 'forecast/*', (point) => ({
    ...toJsonObject(point),
    predictedQuantity: 42,
    lowerQuantity: 40,
    upperQuantity: 44,
  })),
  'inventory.realtime.body': combineChanges(
    applyOverlayActions({
      target: "$.components.schemas.InventoryRealTimeParameters.allOf[*].required[?@=='forecast']",
      remove: true,
    }),
    each('predictRealTime', 'forecast', (forecast) => forecast ?? []),
  ),
  'inventory.forecast-point.schema': points((point) => renameAtPath(point, 'lowerQuantity', 'lower')),
  'inventory.forecast-point.decomposition': points((point) => ({
    ...point,
    predictedTrend: Number(point['predictedTrend']) + 5,
  })),
  'inventory.forecast-point.interval': points((point) => ({
    ...point,
    lowerQuantity: Number(point['upperQuantity']) + 1,
    upperQuantity: point['lowerQuantity'],
  })),
  'inventory.result-item.schema': changeResponseAt(results, 'results/*/supplierId', () => removedMarker),
  'inventory.result-item.suggestion': changeResponseAt(
    results,
    'results/*/safetyStockSuggestion',
    (suggestion) => toJsonObject(suggestion)['quantity'],
  ),
  'inventory.result-item.historical': changeResponseAt(
    results,
    'results/*/historicalData/*/quantity',
    (quantity) => Number(quantity) + 100,
  ),
  'inventory.state.invalid-not-stored': changeUploads((body) =>
    changeAtPath(body, 'datasets/*/transactions', (list) =>
      Array.isArray(list) ? list.filter((row) => typeof toJsonObject(row)['quantity'] === 'number') : list,
    ),
  ),
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
  'inventory.presign.type-values': applyOverlayActions({
    target: "$.paths['/io/presigned_url'].get.parameters[?@.name=='type'].schema.enum",
    update: ['descriptions'],
  }),
  'inventory.results.path': renamePaths((path) => (path === '/io/results' ? '/io/result' : path)),
  'inventory.presign.no-client-id': rejectWhen(
    'getPresignedUrl',
    400,
    (_input, { request: { headers } }) => headers['clientid'] === undefined,
  ),
  'inventory.upload.body': changeJobResults('upload', (ended, { fault }) =>
    fault === undefined ? ended : { ...ended, status: 'success' },
  ),
  'inventory.trainer.body': combineChanges(
    applyOverlayActions(
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
    changeRequestBody('startTrainer', (body) => ({
      ...toJsonObject(body),
      parametersArray: toJsonObject(body)['parameters'],
    })),
  ),
  'inventory.trainer.freeze-date': changeRequestBody('startTrainer', (body) =>
    changeAtPath(body, 'freezeDate', () => removedMarker),
  ),
  'inventory.freeze-date.bounds': advanceHandlerClock(['startTrainer', ...predicting], day),
  'inventory.freeze-date.operations': advanceHandlerClock('predictRealTime', 3650 * day),
  'inventory.trainer.model-selection': changeJobKinds('training', ({ load }) => ({
    async load(...given) {
      const loaded = toJsonObject(await load(...given));
      return {
        ...loaded,
        currentDate: new Date(Date.parse(String(loaded['currentDate'])) - 120 * day).toISOString().slice(0, 10),
      };
    },
  })),
  'inventory.prediction.body': changeRequestBody('createPrediction', (body) =>
    changeAtPath(body, 'parametersArray', (list) => toList(list).slice(0, 1)),
  ),
  'inventory.prediction.freeze-date': changeRequestBody('createPrediction', (body) =>
    changeAtPath(body, 'freezeDate', () => removedMarker),
  ),
  'inventory.results.body': changeResponseAt(results, 'pages', () => removedMarker),
  ...classificationDeviations,
  'inventory.address.test-environment': 'Which environments exist is not seen from inside one of them.',
});
