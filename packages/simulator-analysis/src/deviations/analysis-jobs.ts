import { refuse } from '@understudy/kernel';
import {
  all,
  answer,
  answerAt,
  changeAt,
  clockAhead,
  type Deviations,
  deviationTable,
  endings,
  gone,
  handle,
  isRefused,
  listOf,
  memory,
  objectOf,
  overlay,
  refuseWhen,
  renameAt,
  request,
  succeedWith,
  uploads,
  webhooks,
} from '@understudy/kernel/deviations';
import type { AnalysisService } from '../service.js';
import { acceptAlteredUrl, asNumber, type DeviationFacts, growBy, jobIdFromQuery, markSeen } from './analysis-parts.js';
import { analysisWebhooks } from './analysis-webhooks.js';

/** Deviations of jobs, uploads and results, shared by the three analysis services. */
export function analysisJobs(service: AnalysisService, facts: DeviationFacts): Deviations {
  const { name: api, prefix } = service;
  const { resultsKey } = facts;
  const firstJob = memory<unknown>();
  const lastPrediction = memory<string>();
  const uploadCount = memory<number>();
  const listed = memory<boolean>();
  const summarized = memory<boolean>();
  const faulty = new Map<string, string[]>();
  const starters = ['startTrainer', 'createPrediction'];
  const schema = `${api.slice(0, 1).toUpperCase()}${api.slice(1)}RawDataUpload`;

  return deviationTable({
    'analysis.job.asynchronous': answer('startTrainer', (body, input, context) => {
      const first = firstJob.of(context, input);
      first.value ??= objectOf(body)['jobId'];
      return { ...objectOf(body), jobId: first.value };
    }),
    'analysis.job.starters': answerAt('deleteDatasetData', 'jobId', (id) => `deletion-${id}`),
    'analysis.job.completion-channels': webhooks((sent) => ({
      ...sent,
      body: changeAt(sent.body, 'status', (status) => (status === 'success' ? 'invalid' : 'success')),
    })),
    'analysis.flow.typical': endings('prediction', (ended) => {
      const datasets = ended.outcome.datasets.map((dataset) =>
        dataset.code === 'MODEL_NOT_FOUND' ? { ...dataset, status: 'success', code: 'SUCCESS' } : dataset,
      );
      const status = datasets.every((dataset) => dataset.status === 'success') ? 'success' : ended.status;
      return { status, outcome: { ...ended.outcome, datasets } };
    }),
    'analysis.flow.results-by-prediction-jobid': all(
      handle('createPrediction', async (next, input, context) => {
        const result = await next(input, context);
        if (!isRefused(result)) lastPrediction.of(context, input).value = String(objectOf(result.body)['jobId']);
        return result;
      }),
      handle('getPredictionResults', async (next, input, context) => {
        const result = await next(input, context);
        const last = lastPrediction.of(context, input).value;
        if (!isRefused(result) || last === undefined) return result;
        return await next({ ...input, headers: { ...input.headers, jobId: last } }, context);
      }),
    ),
    'analysis.json.camelcase': answer('getJobStatus', (body) => renameAt(body, 'datasetsStatus', 'datasets_status')),
    'analysis.json.types': answerAt('getPredictionResults', 'page', String),
    'analysis.status.schema': answerAt('getJobStatus', 'message', () => gone),
    'analysis.status.values': answerAt('getJobStatus', 'status', (status) =>
      status === 'success' ? 'completed' : status,
    ),
    'analysis.status.one-entry-per-dataset': answerAt('getJobStatus', 'datasetsStatus', (list) =>
      listOf(list).slice(0, 1),
    ),
    'analysis.webhook.schema': webhooks((sent) => ({
      ...sent,
      headers: { ...sent.headers, 'x-api-key': 'key-of-the-server' },
    })),
    'analysis.webhook.optional': refuseWhen('startTrainer', 400, ({ body }) => objectOf(body)['webhook'] === undefined),
    'analysis.state.inprogress': answer('getJobStatus', (body) => {
      const running = [{ datasetId: 'one', status: 'inProgress', message: 'It runs' }];
      return objectOf(body)['status'] === 'inProgress' ? { ...objectOf(body), datasetsStatus: running } : body;
    }),
    'analysis.state.success': all(
      handle('listDatasets', async (next, input, context) => {
        const result = await next(input, context);
        return isRefused(result) || markSeen(context, input, listed)
          ? result
          : { ...result, body: { countOfDatasets: 0, datasetIds: [] } };
      }),
      handle('getDatasetSummary', async (next, input, context) =>
        markSeen(context, input, summarized)
          ? await next(input, context)
          : refuse(400, 'DATASET_NOT_FOUND', 'There is none yet'),
      ),
    ),
    'analysis.state.invalid': all(
      endings('upload', (ended, { tenantId }) => {
        const ids = ended.outcome.datasets
          .filter(({ status }) => status === 'invalid')
          .map(({ datasetId }) => datasetId);
        faulty.set(tenantId, [...(faulty.get(tenantId) ?? []), ...ids]);
        return ended;
      }),
      answer('listDatasets', (body, { headers }) => {
        const all = [...listOf(objectOf(body)['datasetIds']), ...(faulty.get(String(headers['tenantId'])) ?? [])];
        const datasetIds = [...new Set(all)];
        return { countOfDatasets: datasetIds.length, datasetIds };
      }),
    ),
    'analysis.state.rule1-upload-200': handle('uploadData', async (next, input, context, simulator) => {
      const refusal = refuse(400, 'InvalidData', 'The data is invalid');
      try {
        const text = input.body instanceof Uint8Array ? new TextDecoder().decode(input.body) : '';
        if (simulator.contract.validator(schema)(JSON.parse(text)).length === 0) return await next(input, context);
        return refusal;
      } catch {
        return refusal;
      }
    }),
    'analysis.state.rule2-any-invalid': endings(undefined, (ended) => {
      const some = ended.outcome.datasets.some(({ status }) => status === 'success');
      return some ? { ...ended, status: 'success' } : ended;
    }),
    'analysis.presign.operation': answerAt('getPresignedUrl', 'url', (url) =>
      String(url).replace(/^https?:\/\/[^/]+/, ''),
    ),
    'analysis.presign.type-default': overlay({
      target: `$.paths['${prefix}/presigned_url'].get.parameters[?@.name=='type'].schema`,
      update: { default: 'prediction' },
    }),
    'analysis.upload.operation': acceptAlteredUrl(),
    'analysis.upload.json-body': endings('upload', (ended, { fault }) =>
      fault === undefined ? ended : { ...ended, status: 'success' },
    ),
    'analysis.upload.type-prediction': growBy('getPresignedUrl', (type) => type === 'prediction'),
    'analysis.upload.type-raw-data': handle('getPredictionResults', async (next, input, context) => {
      const result = await next(input, context);
      const job = await context.jobs.find(String(input.headers['jobId']));
      if (!isRefused(result) || job?.kind !== 'upload') return result;
      return { status: 200, body: { message: 'Prediction results fetched', page: 1, pages: 1, [resultsKey]: [] } };
    }),
    'analysis.upload.webhook': endings('upload', (ended, { webhook }) =>
      webhook ? { ...ended, status: 'invalid' } : ended,
    ),
    'analysis.trainer.operation': succeedWith('startTrainer', 200),
    'analysis.prediction.operation': succeedWith('createPrediction', 200),
    'analysis.status.operation': jobIdFromQuery('getJobStatus'),
    'analysis.results.operation': jobIdFromQuery('getPredictionResults'),
    'analysis.results.page': all(
      overlay({ target: '$.components.parameters.Page.schema', update: { minimum: 0, default: 0 } }),
      request('getPredictionResults', (input) => ({
        ...input,
        query: { ...input.query, page: Number(input.query['page']) + 1 },
      })),
      answerAt('getPredictionResults', 'page', (page) => Number(page) - 1),
    ),
    'analysis.presign.validity': clockAhead('getPresignedUrl', 1e12),
    'analysis.dataset.identity': all(
      uploads((body) => changeAt(changeAt(body, 'datasets/*/datasetId', asNumber), 'datasets/*/id', asNumber)),
      request('getDatasetSummary', (input) => ({ ...input, path: { datasetId: asNumber(input.path['datasetId']) } })),
    ),
    'analysis.tenancy.isolated': request(
      ['getPresignedUrl', 'listDatasets', 'getDatasetSummary', 'getJobStatus', ...starters],
      (input) => ({ ...input, headers: { ...input.headers, tenantId: 'everybody' } }),
    ),
    'analysis.data.list-schema': all(
      handle('uploadData', async (next, input, context) => {
        const count = uploadCount.of(context);
        count.value = (count.value ?? 0) + 1;
        return await next(input, context);
      }),
      answer('listDatasets', (body, _input, context) => ({
        ...objectOf(body),
        countOfDatasets: uploadCount.of(context).value ?? 0,
      })),
    ),
    ...analysisWebhooks(service, facts),
  });
}
