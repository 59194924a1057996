import { createErrorResult } from '@understudy/kernel';
import {
  applyOverlayActions,
  changeAtPath,
  changeJobResults,
  changeRequest,
  changeResponseAt,
  changeResponseBody,
  changeUploads,
  changeWebhooks,
  combineChanges,
  createDeviationTable,
  createTenantMemory,
  type DeviationTable,
  isRejected,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import type { AnalysisService } from '../service.js';
import {
  acceptAlteredUrl,
  acceptDatasets,
  type DeviationFacts,
  growByRepetition,
  markSeen,
  normalizeNumericId,
  readFromQuery,
} from './analysis-parts.js';
import { createWebhookDeviations } from './create-webhook-deviations.js';

export function createJobDeviations(service: AnalysisService, facts: DeviationFacts): DeviationTable {
  const { name: api } = service;
  const { resultsKey } = facts;
  const firstJob = createTenantMemory<unknown>();
  const lastPrediction = createTenantMemory<string>();
  const uploadCount = createTenantMemory<number>();
  const listed = createTenantMemory<boolean>();
  const summarized = createTenantMemory<boolean>();
  const faulty = new Map<string, string[]>();
  const schema = `${api.slice(0, 1).toUpperCase()}${api.slice(1)}RawDataUpload`;

  return createDeviationTable({
    'analysis.job.asynchronous': changeResponseBody('startTrainer', (body, input, context) => {
      const first = firstJob.of(context, input);
      first.value ??= toJsonObject(body)['jobId'];
      return { ...toJsonObject(body), jobId: first.value };
    }),
    'analysis.flow.typical': acceptDatasets('prediction', ({ code }) => code === 'MODEL_NOT_FOUND'),
    'analysis.flow.results-by-prediction-jobid': combineChanges(
      wrapHandlers('createPrediction', async (next, input, context) => {
        const result = await next(input, context);
        if (!isRejected(result)) lastPrediction.of(context, input).value = String(toJsonObject(result.body)['jobId']);
        return result;
      }),
      wrapHandlers('getPredictionResults', async (next, input, context) => {
        const result = await next(input, context);
        const last = lastPrediction.of(context, input).value;
        if (!isRejected(result) || last === undefined) return result;
        return await next({ ...input, headers: { ...input.headers, jobId: last } }, context);
      }),
    ),
    'analysis.webhook.schema': changeWebhooks((sent) => ({
      ...sent,
      headers: { ...sent.headers, 'x-api-key': 'key-of-the-server' },
    })),
    'analysis.state.success': combineChanges(
      wrapHandlers('listDatasets', async (next, input, context) => {
        const result = await next(input, context);
        return isRejected(result) || markSeen(context, input, listed)
          ? result
          : { ...result, body: { countOfDatasets: 0, datasetIds: [] } };
      }),
      wrapHandlers('getDatasetSummary', async (next, input, context) =>
        markSeen(context, input, summarized)
          ? await next(input, context)
          : createErrorResult(400, 'DATASET_NOT_FOUND', 'There is none yet'),
      ),
    ),
    'analysis.state.invalid': combineChanges(
      changeJobResults('upload', (ended, { tenantId }) => {
        const ids = ended.outcome.datasets
          .filter(({ status }) => status === 'invalid')
          .map(({ datasetId }) => datasetId);
        faulty.set(tenantId, [...(faulty.get(tenantId) ?? []), ...ids]);
        return ended;
      }),
      changeResponseBody('listDatasets', (body, { headers }) => {
        const all = [...toList(toJsonObject(body)['datasetIds']), ...(faulty.get(String(headers['tenantId'])) ?? [])];
        const datasetIds = [...new Set(all)];
        return { countOfDatasets: datasetIds.length, datasetIds };
      }),
    ),
    'analysis.state.rule1-upload-200': wrapHandlers('uploadData', async (next, input, context, simulator) => {
      const refusal = createErrorResult(400, 'InvalidData', 'The data is invalid');
      try {
        const text = input.body instanceof Uint8Array ? new TextDecoder().decode(input.body) : '';
        if (simulator.contract.validator(schema)(JSON.parse(text)).length === 0) return await next(input, context);
        return refusal;
      } catch {
        return refusal;
      }
    }),
    'analysis.state.rule2-any-invalid': changeJobResults(undefined, (ended) => {
      const some = ended.outcome.datasets.some(({ status }) => status === 'success');
      return some ? { ...ended, status: 'success' } : ended;
    }),
    'analysis.upload.operation': acceptAlteredUrl(),
    'analysis.upload.type-prediction': growByRepetition('getPresignedUrl', (type) => type === 'prediction'),
    'analysis.upload.type-raw-data': wrapHandlers('getPredictionResults', async (next, input, context) => {
      const result = await next(input, context);
      const job = await context.jobs.find(String(input.headers['jobId']));
      if (!isRejected(result) || job?.kind !== 'upload') return result;
      return { status: 200, body: { message: 'Prediction results fetched', page: 1, pages: 1, [resultsKey]: [] } };
    }),
    'analysis.upload.webhook': changeJobResults('upload', (ended, { webhook }) =>
      webhook ? { ...ended, status: 'invalid' } : ended,
    ),
    'analysis.status.operation': readFromQuery('getJobStatus', 'jobId', 'headers'),
    'analysis.results.operation': readFromQuery('getPredictionResults', 'jobId', 'headers'),
    'analysis.results.page': combineChanges(
      applyOverlayActions({ target: '$.components.parameters.Page.schema', update: { minimum: 0, default: 0 } }),
      changeRequest('getPredictionResults', (input) => ({
        ...input,
        query: { ...input.query, page: Number(input.query['page']) + 1 },
      })),
      changeResponseAt('getPredictionResults', 'page', (page) => Number(page) - 1),
    ),
    'analysis.dataset.identity': combineChanges(
      changeUploads((body) =>
        changeAtPath(
          changeAtPath(body, 'datasets/*/datasetId', normalizeNumericId),
          'datasets/*/id',
          normalizeNumericId,
        ),
      ),
      changeRequest('getDatasetSummary', (input) => ({
        ...input,
        path: { datasetId: normalizeNumericId(input.path['datasetId']) },
      })),
    ),
    'analysis.data.list-schema': combineChanges(
      wrapHandlers('uploadData', async (next, input, context) => {
        const count = uploadCount.of(context);
        count.value = (count.value ?? 0) + 1;
        return await next(input, context);
      }),
      changeResponseBody('listDatasets', (body, _input, context) => ({
        ...toJsonObject(body),
        countOfDatasets: uploadCount.of(context).value ?? 0,
      })),
    ),
    ...createWebhookDeviations(service),
  });
}
