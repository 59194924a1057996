import { createErrorResult } from '@understudy/kernel';
import {
  changeRequest,
  changeResponseBody,
  createDeviationTable,
  createTenantMemory,
  type DeviationTable,
  isRejected,
  renameAtPath,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { analysisCollections } from '../entities.js';
import type { AnalysisService } from '../service.js';
import { type DeviationFacts, readFromQuery } from './analysis-parts.js';

export function createDataDeviations({ name: api }: AnalysisService, { itemsKey }: DeviationFacts): DeviationTable {
  const others = createTenantMemory<unknown[]>();
  const whenUnknown = (operation: string) =>
    wrapHandlers(operation, async (next, input, context) => {
      const body = toJsonObject(input.body);
      const named = [...toList(body[itemsKey]), ...toList(body['datasets']), ...toList(body['datasetIds'])];
      const datasets = context.scope.collection(analysisCollections.datasets);
      for (const one of named) {
        const id = typeof one === 'string' ? one : String(toJsonObject(one)['datasetId'] ?? toJsonObject(one)['id']);
        if ((await datasets.get(id)) === undefined)
          return createErrorResult(404, 'DATASET_NOT_FOUND', 'There is no such dataset');
      }
      return await next(input, context);
    });

  return createDeviationTable({
    'analysis.data.list': changeResponseBody('listDatasets', (body, _input, context) => {
      const seen = others.of(context);
      seen.value = [...new Set([...(seen.value ?? []), ...toList(toJsonObject(body)['datasetIds'])])];
      return { countOfDatasets: seen.value.length, datasetIds: seen.value };
    }),
    'analysis.data.summary': readFromQuery('getDatasetSummary', 'datasetId', 'path'),
    'analysis.unsubscribe.result': changeResponseBody(
      'unsubscribeDatasets',
      async (body, input, context, simulator) => {
        const left = await simulator.operations['getSubscriptions']?.({ ...input, query: {} }, context);
        const { subscriptionObjects } = toJsonObject(toJsonObject(left)['body']);
        return { ...toJsonObject(body), unsubscribedSubscriptionObjects: subscriptionObjects };
      },
    ),
    'analysis.subscriptions.operation': changeRequest('getSubscriptions', (input) => {
      const ids = input.query['subscriptionIds'];
      return Array.isArray(ids)
        ? { ...input, query: { ...input.query, subscriptionIds: [ids.join(',')] } }
        : { ...input, query: ids === undefined ? input.query : { ...input.query, subscriptionIds: 'none' } };
    }),
    'analysis.error.schema': (simulator) => ({
      ...simulator,
      envelope(refusal, facts) {
        const envelope = simulator.envelope(refusal, facts);
        return { ...envelope, body: renameAtPath(envelope.body, 'error_uuid', 'errorUuid') };
      },
    }),
    'analysis.error.codes-start-trainer': whenUnknown('startTrainer'),
    'analysis.error.codes-create-prediction': whenUnknown('createPrediction'),
    'inventory.error.codes-start-classification': whenUnknown('startInventoryClassification'),
    'analysis.error.realtime-body': (simulator) => ({
      ...simulator,
      envelope(refusal, facts) {
        if (facts.operationId !== 'predictRealTime') return simulator.envelope(refusal, facts);
        return { mediaType: 'text/plain', body: refusal.message };
      },
    }),
    [`${api}.prediction.stores: results are gone after the first fetch`]: goneAfterFirst('getPredictionResults'),
  });
}

/** Serves each job's results once. */
function goneAfterFirst(operation: string) {
  const fetched = new Set<string>();
  return wrapHandlers(operation, async (next, input, context) => {
    const key = `${context.baseUrl} ${String(input.headers['jobId'])}`;
    const result = await next(input, context);
    if (isRejected(result)) return result;
    if (fetched.has(key)) return createErrorResult(404, 'NOT_FOUND', 'The results were fetched already');
    fetched.add(key);
    return result;
  });
}
