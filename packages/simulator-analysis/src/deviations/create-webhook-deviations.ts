import {
  applyOverlayActions,
  changeAtPath,
  changeRequestBody,
  changeWebhooks,
  combineChanges,
  createDeviationTable,
  type DeviationTable,
  isRejected,
  readDeviationTable,
  removedMarker,
  toJsonObject,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import type { AnalysisService } from '../service.js';
import { findWebhookKey } from './analysis-parts.js';

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

export function createWebhookDeviations({ webhookForm, storesAllOrNothing }: AnalysisService): DeviationTable {
  const latestKey: { value: string | undefined } = { value: undefined };
  const starters = ['startTrainer', 'createPrediction'];
  return createDeviationTable({
    'analysis.event.headers': changeWebhooks(({ headers: { tenantId: _gone, ...headers }, ...sent }) => ({
      ...sent,
      headers,
    })),
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
    // The short form contains no text of the caller.
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
