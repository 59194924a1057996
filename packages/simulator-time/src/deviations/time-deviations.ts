import {
  applyOverlayActions,
  changeAtPath,
  changeJobKinds,
  changeJobResults,
  changeRequestBody,
  changeResponseAt,
  changeResponseBody,
  changeSchema,
  changeUploads,
  combineChanges,
  createDeviationTable,
  type DeviationTable,
  isRejected,
  rejectWhen,
  removedMarker,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import {
  createAnalysisDeviations,
  createUploadDeviations,
  growByRepetition,
} from '@understudy/simulator-analysis/deviations';
import { timeCollections } from '../entities.js';
import { timeService } from '../time-service.js';
import { limitDeviations } from './limit-deviations.js';

const results = 'getPredictionResults';
const predictions = 'results/*/predictions';
const registrations = 'datasets/*/registrations/*';
const ifThere = (change: (value: unknown) => unknown) => (value: unknown) =>
  value === undefined || value === null ? (value ?? removedMarker) : change(value);

const ignored = (list: 'numericals' | 'categoricals', feature: string) =>
  changeRequestBody('createPrediction', (body) =>
    changeAtPath(
      body,
      `parameters/*/registrations/*/${list}`,
      ifThere((all) => toList(all).filter((one) => toJsonObject(one)['name'] !== feature)),
    ),
  );

export const timeDeviations: DeviationTable = createDeviationTable({
  ...createAnalysisDeviations(timeService, {
    resultsKey: 'results',
    itemsKey: 'parameters',
    prefixOfSibling: '/pd',
    starter: 'startTrainer',
  }),
  'time.purpose.pipeline': changeJobKinds('prediction', ({ load }) => ({
    async load(...given) {
      const loaded = toJsonObject(await load(...given));
      const [, scope] = given;
      const [any] = await scope.collection(timeCollections.models).list();
      const known = toList(loaded['known']).map((dataset) => ({
        ...toJsonObject(dataset),
        model: toJsonObject(dataset)['model'] ?? any?.value.model,
      }));
      return { ...loaded, known };
    },
  })),
  'time.status.dataset-entry': changeResponseAt('getJobStatus', 'datasetsStatus/*/message', (message) => ({
    code: 'SUCCESS',
    message,
  })),
  'time.dataset.schema': changeUploads((body) => changeAtPath(body, 'datasets/*/customerId', ifThere(String))),
  'time.upload.datasets-nonempty': succeedInSpiteOfFaults(),
  'time.upload.body': succeedInSpiteOfFaults(),
  'time.registration.schema': changeUploads((body) =>
    changeAtPath(
      body,
      `${registrations}/startTime`,
      ifThere((time) => (typeof time === 'string' ? 8 : time)),
    ),
  ),
  'time.registration.date-format': changeUploads((body) =>
    changeAtPath(
      body,
      `${registrations}/date`,
      ifThere((date) => (/^\d{4}-\d\d-\d\d$/.test(String(date)) && !isDate(String(date)) ? '2025-03-01' : date)),
    ),
  ),
  'time.registration.numericals': changeUploads((body) =>
    changeAtPath(
      body,
      `${registrations}/numericals`,
      ifThere((list) =>
        Array.isArray(list) ? list.map((item) => changeAtPath(item, 'value', ifThere(Number))) : list,
      ),
    ),
  ),
  'time.registration.numericals#unseen: a numerical that training never saw is ignored': ignored('numericals', 'tips'),
  'time.registration.categoricals#unseen: a categorical that training never saw is ignored': ignored(
    'categoricals',
    'uniform',
  ),
  'time.registration.categoricals': changeUploads((body) =>
    changeAtPath(
      body,
      `${registrations}/categoricals`,
      ifThere((list) =>
        Array.isArray(list) ? list.map((item) => changeAtPath(item, 'value', ifThere(String))) : list,
      ),
    ),
  ),
  'time.plan.schema': changeSchema('TimePlan.allOf[1]', { required: ['registrationId'] }),
  'time.rule.schema': changeSchema('TimeRule.properties.value', { type: 'integer' }),
  'time.rule.max-hours-per-day': changeResponseAt(results, `${predictions}/*/breaches`, (list) =>
    toList(list).filter((breach) => JSON.stringify(toJsonObject(breach)['relatedIds']).split(',').length < 2),
  ),
  'time.prediction.params': changeRequestBody('createPrediction', (body) =>
    changeAtPath(body, 'parameters/*/missingRegistrationDates', () => removedMarker),
  ),
  'time.prediction.schema': changeResponseAt(results, `${predictions}/*/aggregated`, (aggregated) =>
    aggregated === false ? removedMarker : aggregated,
  ),
  'time.prediction.one-per-registration': changeResponseAt(results, predictions, (list) =>
    toList(list).filter((prediction) => Number(toJsonObject(prediction)['anomalyScore']) >= 50),
  ),
  'time.prediction.significant-fields': changeResponseAt(
    results,
    `${predictions}/*/significantFields/*/direction`,
    String,
  ),
  'time.prediction.severity-low': changeResponseAt(results, `${predictions}/*/anomalySeverity`, (severity) =>
    String(severity).toUpperCase(),
  ),
  'time.breach.schema': changeResponseAt(results, `${predictions}/*/breaches/*/relatedIds`, (ids) =>
    toList(ids).flat(),
  ),
  'time.plan-result.schema': changeResponseAt(results, 'results/*', (result) => {
    const { plans, predictions: list, ...others } = toJsonObject(result);
    return { ...others, predictions: [...toList(list), ...toList(plans)], plans: [] };
  }),
  'time.result.schema': changeResponseAt(results, 'results/*/plans', () => removedMarker),
  'time.results.body': changeResponseBody(results, (body) => ({ ...toJsonObject(body), plans: [] })),
  'time.prediction.weekday-significant': changeResponseAt(results, `${predictions}/*/significantFields`, (list) =>
    toList(list).filter((field) => !/week|date/i.test(String(toJsonObject(field)['field']))),
  ),
  'time.feedback.schema': combineChanges(
    applyOverlayActions({ target: "$.components.schemas.TimeFeedbackRequest.required[?@=='datasets']", remove: true }),
    changeRequestBody('uploadFeedback', (body) => ({ datasets: [], ...toJsonObject(body) })),
  ),
  'time.feedback.false-positive': rejectWhen('uploadFeedback', 400, ({ body }) =>
    /"feedback":"(?!false_positive)/.test(JSON.stringify(body)),
  ),
  ...createUploadDeviations(timeService),
  'time.upload.type-descriptions': changeJobKinds('descriptions', ({ apply }) => ({
    async apply(job, output, scope, now) {
      for (const datasetId of job.input.datasetIds) await scope.collection(timeCollections.datasets).delete(datasetId);
      return await apply(job, output, scope, now);
    },
  })),
  'time.upload.validation-prepares': changeResponseBody('getJobStatus', (body) =>
    /^Upload/.test(String(toJsonObject(body)['message']))
      ? { status: 'inProgress', message: 'Job is in progress', datasetsStatus: [] }
      : body,
  ),
  'time.trainer.body': combineChanges(
    applyOverlayActions(
      { target: "$.components.schemas.TimeStartTrainerRequest.required[?@=='parameters']", remove: true },
      {
        target: '$.components.schemas.TimeStartTrainerRequest',
        update: { required: ['parametersArray'], properties: { parametersArray: { type: 'array' } } },
      },
    ),
    changeRequestBody('startTrainer', (body) => ({
      ...toJsonObject(body),
      parameters: toJsonObject(body)['parametersArray'],
    })),
  ),
  'time.trainer.rebuild-models': changeRequestBody('startTrainer', (body) =>
    changeAtPath(body, 'parameters/*/rebuildModels', () => true),
  ),
  'time.prediction.body': applyOverlayActions(
    { target: "$.components.schemas.TimeCreatePredictionRequest.required[?@=='parameters']", remove: true },
    { target: '$.components.schemas.TimeCreatePredictionRequest', update: { required: ['datasets'] } },
  ),
  'time.prediction.no-model-update': growByRepetition('createPrediction'),
  'time.realtime.body': rejectWhen(
    'predictRealTime',
    400,
    ({ body }) => !JSON.stringify(body).includes('aggregateForEmployeeIds'),
  ),
  'time.realtime.no-aggregation': changeResponseAt('predictRealTime', predictions, (list) => [
    ...toList(list),
    ...toList(list)
      .slice(0, 1)
      .map((one) => ({ ...toJsonObject(one), aggregated: true })),
  ]),
  'time.realtime.response': changeResponseBody('predictRealTime', (body) => ({
    page: 1,
    pages: 1,
    ...toJsonObject(body),
  })),
  'time.feedback.operation': wrapHandlers('uploadFeedback', async (next, input, context) => {
    const result = await next(input, context);
    return isRejected(result) ? result : { status: 202, body: { jobId: 'feedback', message: 'Feedback job started' } };
  }),
  'time.auth.scope-suffix': (simulator) => ({ ...simulator, checkScope: () => undefined }),
  'time.event.body-short-form': changeJobKinds(undefined, ({ notification }) => ({
    notification(job) {
      const sent = notification(job);
      return sent === undefined ? undefined : { ...sent, body: changeAtPath(sent.body, 'jobId', () => removedMarker) };
    },
  })),
  ...limitDeviations,
});

function succeedInSpiteOfFaults() {
  return changeJobResults('upload', (ended, { fault }) =>
    fault === undefined ? ended : { ...ended, status: 'success' },
  );
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
