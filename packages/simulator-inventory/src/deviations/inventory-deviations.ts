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
  'inventory.purpose.outputs: replenishment ignores currentInventoryLevel': each(
    predicting,
    'currentInventoryLevel',
    () => 0,
  ),
  'inventory.status.dataset-entry: the message of a dataset is plain text': answerAt(
    'getJobStatus',
    'datasetsStatus/*/message',
    (message) => objectOf(message)['message'],
  ),
  'inventory.status.dataset-values: an invalid dataset is called failed': answerAt(
    'getJobStatus',
    'datasetsStatus/*/status',
    (status) => (status === 'invalid' ? 'failed' : status),
  ),
  'inventory.status.code-success: code is SUCCESS for invalid datasets too': answerAt(
    'getJobStatus',
    'datasetsStatus/*/message/code',
    () => 'SUCCESS',
  ),
  'inventory.status.code-success#not-stored: code is SUCCESS for a valid dataset that is not stored': answerAt(
    'getJobStatus',
    'datasetsStatus/*/message/code',
    (code) => (code === 'NOT_STORED' ? 'SUCCESS' : code),
  ),
  'inventory.transaction.schema: a quantity as text is taken for a number': uploads((body) =>
    changeAt(body, 'datasets/*/transactions/*/quantity', (quantity) =>
      quantity === undefined ? gone : Number(quantity),
    ),
  ),
  'inventory.dataset.schema: a dataset without transactions ends in success': endings('upload', (ended) => {
    const datasets = ended.outcome.datasets.map((dataset) =>
      /\btransactions\b(?!\/)/.test(dataset.message) ? { ...dataset, status: 'success', code: 'SUCCESS' } : dataset,
    );
    const status = datasets.every((dataset) => dataset.status === 'success') ? 'success' : ended.status;
    return { status, outcome: { ...ended.outcome, datasets } };
  }),
  'inventory.trainer.params: a horizon that is no integer is accepted': all(
    schema('InventoryTrainerParameters.properties.horizon', { type: 'number' }),
    each('startTrainer', 'horizon', (horizon) => Math.ceil(Number(horizon))),
  ),
  'inventory.trainer.frequency-d: forecast points come weekly for frequency D': answerAt(
    results,
    'results/*/forecast',
    (list) => listOf(list).filter((_point, place) => place % 7 === 0),
  ),
  'inventory.prediction.params: a fractional currentInventoryLevel is refused': schema(
    'InventoryPredictionParameters.properties.currentInventoryLevel',
    { type: 'integer' },
  ),
  'inventory.prediction.supplier: leadTime.value is restricted to integers': schema(
    'InventoryLeadTime.properties.value',
    { type: 'integer' },
  ),
  'inventory.prediction.planning-period: a planning period of 1.5 is accepted': all(
    schema('InventoryPeriod.properties.value', { type: 'number' }),
    each(predicting, 'planningPeriod', (period) =>
      period === undefined ? gone : changeAt(period, 'value', (value) => Math.ceil(Number(value))),
    ),
  ),
  'inventory.prediction.inventory-orders: inventoryOrders are ignored': each(predicting, 'inventoryOrders', () => gone),
  'inventory.prediction.future-sales-orders: futureSalesOrders are ignored': each(
    predicting,
    'futureSalesOrders',
    () => gone,
  ),
  'inventory.prediction.min-max: maximumInventory has no influence': each(predicting, 'maximumInventory', () => gone),
  'inventory.prediction.replenishment-interval: only a plain integer is accepted as replenishmentInterval': overlay(
    { target: '$.components.schemas.InventoryPredictionParameters.properties.replenishmentInterval', remove: true },
    {
      target: '$.components.schemas.InventoryPredictionParameters.properties',
      update: { replenishmentInterval: { type: 'integer' } },
    },
  ),
  'inventory.realtime.params: real-time prediction ignores the forecast sent': each(
    'predictRealTime',
    'forecast/*/predictedQuantity',
    () => 1,
  ),
  'inventory.realtime.no-forecasting: the forecast sent is replaced by one of the server': each(
    'predictRealTime',
    'forecast/*',
    (point) => ({ ...objectOf(point), predictedQuantity: 42, lowerQuantity: 40, upperQuantity: 44 }),
  ),
  'inventory.realtime.body: a missing forecast is accepted': all(
    overlay({
      target: "$.components.schemas.InventoryRealTimeParameters.allOf[*].required[?@=='forecast']",
      remove: true,
    }),
    each('predictRealTime', 'forecast', (forecast) => forecast ?? []),
  ),
  'inventory.forecast-point.schema: lowerQuantity is called lower': points((point) =>
    renameAt(point, 'lowerQuantity', 'lower'),
  ),
  'inventory.forecast-point.decomposition: the components do not add up to predictedQuantity': points((point) => ({
    ...point,
    predictedTrend: Number(point['predictedTrend']) + 5,
  })),
  'inventory.forecast-point.interval: lowerQuantity and upperQuantity are swapped': points((point) => ({
    ...point,
    lowerQuantity: Number(point['upperQuantity']) + 1,
    upperQuantity: point['lowerQuantity'],
  })),
  'inventory.result-item.schema: supplierId is missing': answerAt(results, 'results/*/supplierId', () => gone),
  'inventory.result-item.suggestion: a suggestion is a bare number': answerAt(
    results,
    'results/*/safetyStockSuggestion',
    (suggestion) => objectOf(suggestion)['quantity'],
  ),
  'inventory.result-item.historical: historicalData holds the data of another dataset': answerAt(
    results,
    'results/*/historicalData/*/quantity',
    (quantity) => Number(quantity) + 100,
  ),
  'inventory.state.invalid-not-stored: the valid rows of an invalid dataset are stored': uploads((body) =>
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
  'inventory.presign.type-values: the type descriptions is accepted': overlay({
    target: "$.paths['/io/presigned_url'].get.parameters[?@.name=='type'].schema.enum",
    update: ['descriptions'],
  }),
  'inventory.results.path: only /io/result is served': renamePaths((path) =>
    path === '/io/results' ? '/io/result' : path,
  ),
  'inventory.presign.no-client-id: a request without the header clientId is refused': refuseWhen(
    'getPresignedUrl',
    400,
    (_input, { request: { headers } }) => headers['clientid'] === undefined,
  ),
  'inventory.upload.body: an upload without datasets ends in success': endings('upload', (ended, { fault }) =>
    fault === undefined ? ended : { ...ended, status: 'success' },
  ),
  'inventory.trainer.body: parameters is expected instead of parametersArray': all(
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
  'inventory.trainer.freeze-date: the freezeDate of a training is ignored': requestBody('startTrainer', (body) =>
    changeAt(body, 'freezeDate', () => gone),
  ),
  'inventory.freeze-date.bounds: a freezeDate of tomorrow is accepted': clockAhead(
    ['startTrainer', ...predicting],
    day,
  ),
  'inventory.freeze-date.operations: real-time prediction does not check freezeDate': clockAhead(
    'predictRealTime',
    3650 * day,
  ),
  'inventory.trainer.model-selection: the model is chosen by the oldest data': jobs('training', ({ load }) => ({
    async load(...given) {
      const loaded = objectOf(await load(...given));
      return {
        ...loaded,
        currentDate: new Date(Date.parse(String(loaded['currentDate'])) - 120 * day).toISOString().slice(0, 10),
      };
    },
  })),
  'inventory.prediction.body: only the first item is predicted': requestBody('createPrediction', (body) =>
    changeAt(body, 'parametersArray', (list) => listOf(list).slice(0, 1)),
  ),
  'inventory.prediction.freeze-date: the forecast starts today whatever freezeDate says': requestBody(
    'createPrediction',
    (body) => changeAt(body, 'freezeDate', () => gone),
  ),
  'inventory.results.body: pages is missing': answerAt(results, 'pages', () => gone),
  ...inventoryClassification,
  'inventory.address.test-environment': 'Which environments exist is not seen from inside one of them.',
});
