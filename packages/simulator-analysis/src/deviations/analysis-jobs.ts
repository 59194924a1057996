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
    'analysis.job.asynchronous: the same jobId is returned for two different start calls': answer(
      'startTrainer',
      (body, input, context) => {
        const first = firstJob.of(context, input);
        first.value ??= objectOf(body)['jobId'];
        return { ...objectOf(body), jobId: first.value };
      },
    ),
    'analysis.job.starters: the jobId of a deletion is unknown to Get job status': answerAt(
      'deleteDatasetData',
      'jobId',
      (id) => `deletion-${id}`,
    ),
    'analysis.job.completion-channels: a webhook reports another status than polling': webhooks((sent) => ({
      ...sent,
      body: changeAt(sent.body, 'status', (status) => (status === 'success' ? 'invalid' : 'success')),
    })),
    'analysis.flow.typical: a prediction succeeds for a dataset that was never trained': endings(
      'prediction',
      (ended) => {
        const datasets = ended.outcome.datasets.map((dataset) =>
          dataset.code === 'MODEL_NOT_FOUND' ? { ...dataset, status: 'success', code: 'SUCCESS' } : dataset,
        );
        const status = datasets.every((dataset) => dataset.status === 'success') ? 'success' : ended.status;
        return { status, outcome: { ...ended.outcome, datasets } };
      },
    ),
    'analysis.flow.results-by-prediction-jobid: any jobId returns the last prediction of the tenant': all(
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
    'analysis.json.camelcase: the status body says datasets_status': answer('getJobStatus', (body) =>
      renameAt(body, 'datasetsStatus', 'datasets_status'),
    ),
    'analysis.json.types: the page of results is text': answerAt('getPredictionResults', 'page', String),
    'analysis.status.schema: the message of a job is missing': answerAt('getJobStatus', 'message', () => gone),
    'analysis.status.values: a job that succeeded is called completed': answerAt('getJobStatus', 'status', (status) =>
      status === 'success' ? 'completed' : status,
    ),
    'analysis.status.one-entry-per-dataset: only the first dataset of a job is listed': answerAt(
      'getJobStatus',
      'datasetsStatus',
      (list) => listOf(list).slice(0, 1),
    ),
    'analysis.webhook.schema: the server sends a key of its own in x-api-key': webhooks((sent) => ({
      ...sent,
      headers: { ...sent.headers, 'x-api-key': 'key-of-the-server' },
    })),
    'analysis.webhook.optional: Start trainer answers 400 without a webhook': refuseWhen(
      'startTrainer',
      400,
      ({ body }) => objectOf(body)['webhook'] === undefined,
    ),
    'analysis.state.inprogress: datasets of a running job have the status inProgress': answer(
      'getJobStatus',
      (body) => {
        const running = [{ datasetId: 'one', status: 'inProgress', message: 'It runs' }];
        return objectOf(body)['status'] === 'inProgress' ? { ...objectOf(body), datasetsStatus: running } : body;
      },
    ),
    'analysis.state.success: an upload succeeds while its data is not yet there': all(
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
    'analysis.state.invalid: what is good of a faulty dataset is stored all the same': all(
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
    'analysis.state.rule1-upload-200: an upload of invalid data answers 400': handle(
      'uploadData',
      async (next, input, context, simulator) => {
        const refusal = refuse(400, 'InvalidData', 'The data is invalid');
        try {
          const text = input.body instanceof Uint8Array ? new TextDecoder().decode(input.body) : '';
          if (simulator.contract.validator(schema)(JSON.parse(text)).length === 0) return await next(input, context);
          return refusal;
        } catch {
          return refusal;
        }
      },
    ),
    'analysis.state.rule2-any-invalid: a job with an invalid dataset succeeds as long as another one is valid': endings(
      undefined,
      (ended) => {
        const some = ended.outcome.datasets.some(({ status }) => status === 'success');
        return some ? { ...ended, status: 'success' } : ended;
      },
    ),
    'analysis.presign.operation: the presigned URL is relative': answerAt('getPresignedUrl', 'url', (url) =>
      String(url).replace(/^https?:\/\/[^/]+/, ''),
    ),
    'analysis.presign.type-default: the default type is prediction': overlay({
      target: `$.paths['${prefix}/presigned_url'].get.parameters[?@.name=='type'].schema`,
      update: { default: 'prediction' },
    }),
    'analysis.upload.operation: an upload with an altered query is accepted': acceptAlteredUrl(),
    'analysis.upload.json-body: a body that is no JSON ends in success': endings('upload', (ended, { fault }) =>
      fault === undefined ? ended : { ...ended, status: 'success' },
    ),
    'analysis.upload.type-prediction: uploaded prediction data is added to the training data': growBy(
      'getPresignedUrl',
      (type) => type === 'prediction',
    ),
    'analysis.upload.type-raw-data: an upload of raw data makes a prediction by itself': handle(
      'getPredictionResults',
      async (next, input, context) => {
        const result = await next(input, context);
        const job = await context.jobs.find(String(input.headers['jobId']));
        if (!isRefused(result) || job?.kind !== 'upload') return result;
        return { status: 200, body: { message: 'Prediction results fetched', page: 1, pages: 1, [resultsKey]: [] } };
      },
    ),
    'analysis.upload.webhook: a webhook in an uploaded body makes the job invalid': endings(
      'upload',
      (ended, { webhook }) => (webhook ? { ...ended, status: 'invalid' } : ended),
    ),
    'analysis.trainer.operation: Start trainer answers 200': succeedWith('startTrainer', 200),
    'analysis.prediction.operation: Create prediction answers 200': succeedWith('createPrediction', 200),
    'analysis.status.operation: jobId is taken from the query only': jobIdFromQuery('getJobStatus'),
    'analysis.results.operation: jobId is expected as query parameter': jobIdFromQuery('getPredictionResults'),
    'analysis.results.page: pages count from 0': all(
      overlay({ target: '$.components.parameters.Page.schema', update: { minimum: 0, default: 0 } }),
      request('getPredictionResults', (input) => ({
        ...input,
        query: { ...input.query, page: Number(input.query['page']) + 1 },
      })),
      answerAt('getPredictionResults', 'page', (page) => Number(page) - 1),
    ),
    'analysis.presign.validity: the presigned URL never expires': clockAhead('getPresignedUrl', 1e12),
    'analysis.dataset.identity: datasetId is taken for a number, so that 007 and 7 are one dataset': all(
      uploads((body) => changeAt(changeAt(body, 'datasets/*/datasetId', asNumber), 'datasets/*/id', asNumber)),
      request('getDatasetSummary', (input) => ({ ...input, path: { datasetId: asNumber(input.path['datasetId']) } })),
    ),
    'analysis.tenancy.isolated: tenants share one set of datasets': request(
      ['getPresignedUrl', 'listDatasets', 'getDatasetSummary', 'getJobStatus', ...starters],
      (input) => ({ ...input, headers: { ...input.headers, tenantId: 'everybody' } }),
    ),
    'analysis.data.list-schema: countOfDatasets counts uploads': all(
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
