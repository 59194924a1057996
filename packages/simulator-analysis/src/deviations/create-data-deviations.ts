import { createErrorResult } from '@understudy/kernel';
import {
  applyOverlayActions,
  changeErrorResult,
  changeRequest,
  changeResponseBody,
  changeStored,
  changeValidationError,
  combineChanges,
  createDeviationTable,
  createTenantMemory,
  type DeviationTable,
  type HandlerResult,
  inPlaces,
  isRejected,
  overrideContext,
  rejectWhen,
  renameAtPath,
  renamePaths,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { analysisCollections } from '../entities.js';
import type { AnalysisService } from '../service.js';
import type { DeviationFacts } from './analysis-parts.js';

export function createDataDeviations(
  { name: api, prefix }: AnalysisService,
  { itemsKey, prefixOfSibling: elsewhere }: DeviationFacts,
): DeviationTable {
  const others = createTenantMemory<unknown[]>();
  const move = (to: string) =>
    renamePaths((path) => (path.startsWith(`${prefix}/`) ? to + path.slice(prefix.length) : path));
  const datesOf = (query: Readonly<Record<string, unknown>>) => [
    query['fromDate'] !== undefined,
    query['toDate'] !== undefined,
  ];
  const withoutDates = (when: (from: boolean, to: boolean) => boolean) =>
    changeRequest('deleteDatasetData', (input) => {
      const [from = false, to = false] = datesOf(input.query);
      return when(from, to) ? { ...input, query: {} } : input;
    });
  const whenEmpty = (operation: string, count: string) =>
    wrapHandlers(operation, async (next, input, context) => {
      const result = await next(input, context);
      return toJsonObject(result.body)[count] === 0 ? createErrorResult(404, 'NOT_FOUND', 'There is none') : result;
    });
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
  const instead =
    (status: number): ((refusal: HandlerResult) => HandlerResult) =>
    (refusal) => ({ ...refusal, status });

  return createDeviationTable({
    [`analysis.scope.three-apis: the prefix ${prefix} is not served`]: move('/not-served'),
    [`analysis.address.prefixes: what belongs under ${prefix} is served under ${elsewhere}`]: move(elsewhere),
    'analysis.version.one-zero': move(`${prefix}/v1`),
    'analysis.data.all-three': renamePaths((path) => (path === `${prefix}/feedback` ? undefined : path)),
    'analysis.data.list': changeResponseBody('listDatasets', (body, _input, context) => {
      const seen = others.of(context);
      seen.value = [...new Set([...(seen.value ?? []), ...toList(toJsonObject(body)['datasetIds'])])];
      return { countOfDatasets: seen.value.length, datasetIds: seen.value };
    }),
    'analysis.data.summary': wrapHandlers('getDatasetSummary', (next, input, context) => {
      const datasetId = new URL(context.request.url, 'http://localhost').searchParams.get('datasetId');
      if (datasetId === null)
        return Promise.resolve(createErrorResult(400, 'BAD_REQUEST', 'The query parameter datasetId is missing'));
      return next({ ...input, path: { datasetId } }, context);
    }),
    'analysis.delete.from-only': withoutDates((from, to) => from && !to),
    'analysis.delete.to-only': withoutDates((from, to) => to && !from),
    'analysis.delete.both': withoutDates((from, to) => from && to),
    'analysis.data.delete#without-dates: a deletion without dates is refused with 400': rejectWhen(
      'deleteDatasetData',
      400,
      ({ query }) => datesOf(query).every((given) => !given),
    ),
    'analysis.subscription.object': rejectWhen('unsubscribeDatasets', 400, ({ body }) =>
      toList(toJsonObject(body)['subscriptionObjects']).some(
        (one) => toJsonObject(one)['subscriptionIds'] === undefined,
      ),
    ),
    'analysis.subscription.overview': changeResponseBody('getSubscriptions', (body) => ({
      ...toJsonObject(body),
      countOfSubscriptionIds: toJsonObject(body)['countOfDatasets'],
    })),
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
    'analysis.unsubscribe.operation': changeStored(
      analysisCollections.subscriptions,
      { write: () => undefined, forEver: true },
      inPlaces('unsubscribeDatasets'),
    ),
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
    'analysis.error.codes-results': changeErrorResult('getPredictionResults', (refusal) =>
      /in progress/.test(refusal.message ?? '') ? instead(409)(refusal) : refusal,
    ),
    'analysis.error.codes-results#beyond-exact-numbers: a page above 2^53 is refused as no integer': rejectWhen(
      'getPredictionResults',
      400,
      ({ query }) => Number(query['page']) > Number.MAX_SAFE_INTEGER,
    ),
    'analysis.data.summary#empty-header: an empty datasetId header is taken for none': combineChanges(
      applyOverlayActions(
        { target: '$.components.parameters.DatasetIdHeader.schema', remove: true },
        { target: '$.components.parameters.DatasetIdHeader', update: { schema: { type: 'string' } } },
      ),
      changeRequest('listDatasets', (input) =>
        input.headers['datasetId'] === '' ? { ...input, headers: { ...input.headers, datasetId: undefined } } : input,
      ),
    ),
    'analysis.error.codes-get-data': whenEmpty('listDatasets', 'countOfDatasets'),
    'analysis.error.codes-get-subscriptions': whenEmpty('getSubscriptions', 'countOfSubscriptionIds'),
    'analysis.error.codes-unsubscribe': whenEmpty('unsubscribeDatasets', 'countOfUnsubscribedSubscriptionIds'),
    'analysis.error.realtime-body': (simulator) => ({
      ...simulator,
      envelope(refusal, facts) {
        if (facts.operationId !== 'predictRealTime') return simulator.envelope(refusal, facts);
        return { mediaType: 'text/plain', body: refusal.message };
      },
    }),
    [`${api}.error.codes-realtime: a malformed body answers 422`]: changeValidationError((refusal, pointer) =>
      pointer.startsWith('/body') || pointer === '' ? { ...refusal, status: 422 } : refusal,
    ),
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

export function createUploadDeviations({ name }: { readonly name: string }): DeviationTable {
  return createDeviationTable({
    [`${name}.presign.type-values: the type descriptions is refused`]: rejectWhen(
      'getPresignedUrl',
      400,
      ({ query }) => query['type'] === 'descriptions',
    ),
    [`${name}.upload.no-token: the upload answers 401 without a token`]: rejectWhen(
      'uploadData',
      401,
      (_input, context) => context.request.headers['authorization'] === undefined,
    ),
    [`${name}.upload.no-content-type: an upload with a Content-Type is accepted`]: wrapHandlers(
      'uploadData',
      (next, input, context) => {
        const { 'content-type': _gone, ...headers } = context.request.headers;
        return next(input, overrideContext(context, { request: { ...context.request, headers } }));
      },
    ),
  });
}
