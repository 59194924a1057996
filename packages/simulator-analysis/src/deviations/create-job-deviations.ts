import { createErrorResult } from '@understudy/kernel';
import {
  applyOverlayActions,
  changeAtPath,
  changeJobResults,
  changeRequest,
  changeRequestBody,
  changeResponseAt,
  changeResponseBody,
  changeUploads,
  changeWebhooks,
  combineChanges,
  createDeviationTable,
  createTenantMemory,
  type DeviationTable,
  isRejected,
  readDeviationTable,
  removedMarker,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import type { AnalysisService } from '../service.js';
import {
  acceptAlteredUrl,
  acceptDatasets,
  type DeviationFacts,
  findWebhookKey,
  growByRepetition,
  markSeen,
  normalizeNumericId,
  readFromQuery,
} from './analysis-parts.js';

const readAsLatin1: DeviationTable = createDeviationTable({
  'analysis.webhook.schema#bytes: the body of a webhook is UTF-8 that was read as Latin-1': changeWebhooks((sent) => ({
    ...sent,
    body: JSON.parse(Buffer.from(JSON.stringify(sent.body)).toString('latin1')),
  })),
});

const withoutReason: DeviationTable = readDeviationTable({
  'analysis.event.body-full-form#not-stored: the entry of a valid dataset in a webhook hides that it was not stored': [
    'setNotice',
    'datasetsStatus/*/message',
    null,
  ],
});

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

function createWebhookDeviations({ webhookForm, storesAllOrNothing }: AnalysisService): DeviationTable {
  const latestKey: { value: string | undefined } = { value: undefined };
  const starters = ['startTrainer', 'createPrediction'];
  return createDeviationTable({
    'analysis.event.body-full-form':
      webhookForm === 'short'
        ? 'The API sends the short form, in which there are no such entries.'
        : [
            'the entries of datasetsStatus in a webhook come without datasetId',
            changeWebhooks((sent) => ({
              ...sent,
              body: changeAtPath(sent.body, 'datasetsStatus/*/datasetId', () => removedMarker),
            })),
          ],
    ...(storesAllOrNothing ? withoutReason : {}),
    // The short form contains no text from the caller.
    ...(webhookForm === 'short' ? {} : readAsLatin1),
    'analysis.webhook.schema#any-key: a key that no header carries is accepted, and dropped': combineChanges(
      applyOverlayActions({ target: '$.components.schemas.Webhook.properties.webhookApiKey', update: { pattern: '' } }),
      changeRequestBody('startTrainer', (body) =>
        changeAtPath(body, 'webhook/webhookApiKey', (key) => (/^[ -~]*$/.test(String(key)) ? key : removedMarker)),
      ),
    ),
    'analysis.event.only-completion': (simulator) => {
      const deletion = simulator.jobs['deletion'];
      if (deletion === undefined) return simulator;
      const notification: typeof deletion.notification = (record) => {
        const sent = deletion.notification(record);
        const begun = toJsonObject(record.input)['begun'];
        return sent === undefined || begun === undefined
          ? sent
          : { ...sent, body: { jobId: begun, status: 'inProgress', message: 'It runs', datasetsStatus: [] } };
      };
      const tellsOfStart = wrapHandlers('startTrainer', async (next, input, context) => {
        const result = await next(input, context);
        const { webhook } = toJsonObject(input.body);
        if (isRejected(result) || webhook === undefined) return result;
        const jobId = toJsonObject(result.body)['jobId'];
        const job = await context.jobs.find(String(jobId));
        if (job === undefined) return result;
        const begun = { label: 'Start', datasetIds: [], datasetId: 'none', webhook, begun: jobId };
        await context.jobs.start(deletion, begun, { owner: job.owner, keys: [] });
        return result;
      });
      return tellsOfStart({ ...simulator, jobs: { ...simulator.jobs, deletion: { ...deletion, notification } } });
    },
    'analysis.auth.webhook-key': combineChanges(
      wrapHandlers([...starters, 'uploadData'], (next, input, context) => {
        const key = findWebhookKey(input.body);
        if (key !== undefined) latestKey.value = key;
        return next(input, context);
      }),
      changeWebhooks((sent) => ({
        ...sent,
        headers: latestKey.value === undefined ? sent.headers : { ...sent.headers, 'x-api-key': latestKey.value },
      })),
    ),
  });
}
