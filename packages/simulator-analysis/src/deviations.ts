import { createErrorResult } from '@understudy/kernel';
import {
  applyOverlayActions,
  changeRequest,
  changeResponseBody,
  combineChanges,
  createDeviationTable,
  createTenantMemory,
  type DeviationTable,
  isRejected,
  overrideContext,
  readDeviationTable,
  renameAtPath,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { serveAsDemoClient, tokenDeviations } from '@understudy/simulator-identity/deviations';
import rows from './deviations/analysis-deviations.json' with { type: 'json' };
import { type DeviationFacts, readFromQuery } from './deviations/analysis-parts.js';
import { createJobDeviations } from './deviations/create-job-deviations.js';
import { analysisCollections } from './entities.js';
import type { AnalysisService } from './service.js';

/**
 * Deviations shared by the three analysis services.
 *
 * @example const deviations = { ...analysisDeviations(service, { resultsKey: 'results', ... }), ...own };
 */
export type { DeviationFacts } from './deviations/analysis-parts.js';
export { acceptDatasets, growByRepetition } from './deviations/analysis-parts.js';

export function createAnalysisDeviations(service: AnalysisService, facts: DeviationFacts): DeviationTable {
  const table: typeof rows = JSON.parse(
    JSON.stringify(rows)
      .replaceAll('{api}', service.name)
      .replaceAll('{prefix}', service.prefix)
      .replaceAll('{sibling}', facts.prefixOfSibling)
      .replaceAll('{starter}', facts.starter),
  );
  return {
    ...readDeviationTable(table, { collections: analysisCollections }),
    ...createJobDeviations(service, facts),
    ...createDataDeviations(service, facts),
    ...analysisAuth(service.prefix),
  };
}

/** Deviations of access, shared by the three analysis services. Most belong to the identity provider. */
function analysisAuth(prefix: string): DeviationTable {
  return createDeviationTable({
    'analysis.auth.bearer-everywhere': combineChanges(
      applyOverlayActions({ target: `$.paths['${prefix}/status'].get`, update: { security: [] } }),
      serveAsDemoClient('getJobStatus'),
    ),
    'analysis.auth.step5-header': combineChanges(
      applyOverlayActions({ target: `$.paths['${prefix}/data'].get`, update: { security: [] } }),
      wrapHandlers('listDatasets', async (next, input, context) => {
        const header = context.request.headers['authorization'];
        const query = new URL(context.request.url, 'http://localhost').searchParams;
        const token = header?.replace(/^bearer +/i, '') ?? query.get('access_token') ?? query.get('token');
        if (token === null)
          return createErrorResult(401, 'UNAUTHORIZED', 'There is no token', {
            headers: { 'WWW-Authenticate': 'Bearer' },
          });
        const caller = await context.tokens.verify(token);
        if ('fault' in caller) return createErrorResult(403, 'FORBIDDEN', caller.fault);
        const tenantId = String(input.headers['tenantId']);
        const scope = context.scopes.of({ clientId: caller.clientId, tenantId });
        return await next(input, overrideContext(context, { caller, scope }));
      }),
    ),
    ...tokenDeviations,
  });
}

function createDataDeviations({ name: api }: AnalysisService, { itemsKey }: DeviationFacts): DeviationTable {
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
