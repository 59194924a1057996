import {
  all,
  answer,
  answerAt,
  changeAt,
  type Deviations,
  deviationTable,
  endings,
  gone,
  handle,
  isRefused,
  jobs,
  listOf,
  objectOf,
  overlay,
  refuseWhen,
  requestBody,
  uploads,
} from '@understudy/kernel/deviations';
import { analysisDeviations, growBy, uploadDeviations } from '@understudy/simulator-analysis/deviations';
import { collections } from '../entities.js';
import { timeService } from '../time-service.js';
import { timeLimits } from './time-limits.js';

const results = 'getPredictionResults';
const predictions = 'results/*/predictions';
const registrations = 'datasets/*/registrations/*';
const ifThere = (change: (value: unknown) => unknown) => (value: unknown) =>
  value === undefined || value === null ? (value ?? gone) : change(value);
const schema = (name: string, update: unknown) => overlay({ target: `$.components.schemas.${name}`, update });

/** Removes a feature that the scenarios do not train from the prediction. */
const ignored = (list: 'numericals' | 'categoricals', feature: string) =>
  requestBody('createPrediction', (body) =>
    changeAt(
      body,
      `parameters/*/registrations/*/${list}`,
      ifThere((all) => listOf(all).filter((one) => objectOf(one)['name'] !== feature)),
    ),
  );

/** All deviations of the time registration API. */
export const timeDeviations: Deviations = deviationTable({
  ...analysisDeviations(timeService, {
    resultsKey: 'results',
    itemsKey: 'parameters',
    prefixOfSibling: '/pd',
    starter: 'startTrainer',
  }),
  'time.purpose.pipeline': jobs('prediction', ({ load }) => ({
    async load(...given) {
      const loaded = objectOf(await load(...given));
      const [, scope] = given;
      const [any] = await scope.collection(collections.models).list();
      const known = listOf(loaded['known']).map((dataset) => ({
        ...objectOf(dataset),
        model: objectOf(dataset)['model'] ?? any?.value.model,
      }));
      return { ...loaded, known };
    },
  })),
  'time.status.dataset-entry': answerAt('getJobStatus', 'datasetsStatus/*/message', (message) => ({
    code: 'SUCCESS',
    message,
  })),
  'time.dataset.schema': uploads((body) => changeAt(body, 'datasets/*/customerId', ifThere(String))),
  'time.upload.datasets-nonempty': succeedInSpiteOfFaults(),
  'time.upload.body': succeedInSpiteOfFaults(),
  'time.registration.schema': uploads((body) =>
    changeAt(
      body,
      `${registrations}/startTime`,
      ifThere((time) => (typeof time === 'string' ? 8 : time)),
    ),
  ),
  'time.registration.date-format': uploads((body) =>
    changeAt(
      body,
      `${registrations}/date`,
      ifThere((date) => (/^\d{4}-\d\d-\d\d$/.test(String(date)) && !isDate(String(date)) ? '2025-03-01' : date)),
    ),
  ),
  'time.registration.numericals': uploads((body) =>
    changeAt(
      body,
      `${registrations}/numericals`,
      ifThere((list) => (Array.isArray(list) ? list.map((item) => changeAt(item, 'value', ifThere(Number))) : list)),
    ),
  ),
  'time.registration.numericals#unseen: a numerical that training never saw is ignored': ignored('numericals', 'tips'),
  'time.registration.categoricals#unseen: a categorical that training never saw is ignored': ignored(
    'categoricals',
    'uniform',
  ),
  'time.registration.categoricals': uploads((body) =>
    changeAt(
      body,
      `${registrations}/categoricals`,
      ifThere((list) => (Array.isArray(list) ? list.map((item) => changeAt(item, 'value', ifThere(String))) : list)),
    ),
  ),
  'time.plan.schema': schema('TimePlan.allOf[1]', { required: ['registrationId'] }),
  'time.rule.schema': schema('TimeRule.properties.value', { type: 'integer' }),
  'time.rule.max-hours-per-day': answerAt(results, `${predictions}/*/breaches`, (list) =>
    listOf(list).filter((breach) => JSON.stringify(objectOf(breach)['relatedIds']).split(',').length < 2),
  ),
  'time.prediction.params': requestBody('createPrediction', (body) =>
    changeAt(body, 'parameters/*/missingRegistrationDates', () => gone),
  ),
  'time.prediction.schema': answerAt(results, `${predictions}/*/aggregated`, (aggregated) =>
    aggregated === false ? gone : aggregated,
  ),
  'time.prediction.one-per-registration': answerAt(results, predictions, (list) =>
    listOf(list).filter((prediction) => Number(objectOf(prediction)['anomalyScore']) >= 50),
  ),
  'time.prediction.significant-fields': answerAt(results, `${predictions}/*/significantFields/*/direction`, String),
  'time.prediction.severity-low': answerAt(results, `${predictions}/*/anomalySeverity`, (severity) =>
    String(severity).toUpperCase(),
  ),
  'time.breach.schema': answerAt(results, `${predictions}/*/breaches/*/relatedIds`, (ids) => listOf(ids).flat()),
  'time.plan-result.schema': answerAt(results, 'results/*', (result) => {
    const { plans, predictions: list, ...others } = objectOf(result);
    return { ...others, predictions: [...listOf(list), ...listOf(plans)], plans: [] };
  }),
  'time.result.schema': answerAt(results, 'results/*/plans', () => gone),
  'time.results.body': answer(results, (body) => ({ ...objectOf(body), plans: [] })),
  'time.prediction.weekday-significant': answerAt(results, `${predictions}/*/significantFields`, (list) =>
    listOf(list).filter((field) => !/week|date/i.test(String(objectOf(field)['field']))),
  ),
  'time.feedback.schema': all(
    overlay({ target: "$.components.schemas.TimeFeedbackRequest.required[?@=='datasets']", remove: true }),
    requestBody('uploadFeedback', (body) => ({ datasets: [], ...objectOf(body) })),
  ),
  'time.feedback.false-positive': refuseWhen('uploadFeedback', 400, ({ body }) =>
    /"feedback":"(?!false_positive)/.test(JSON.stringify(body)),
  ),
  ...uploadDeviations(timeService),
  'time.upload.type-descriptions': jobs('descriptions', ({ apply }) => ({
    async apply(job, output, scope, now) {
      for (const datasetId of job.input.datasetIds) await scope.collection(collections.datasets).delete(datasetId);
      return await apply(job, output, scope, now);
    },
  })),
  'time.upload.validation-prepares': answer('getJobStatus', (body) =>
    /^Upload/.test(String(objectOf(body)['message']))
      ? { status: 'inProgress', message: 'Job is in progress', datasetsStatus: [] }
      : body,
  ),
  'time.trainer.body': all(
    overlay(
      { target: "$.components.schemas.TimeStartTrainerRequest.required[?@=='parameters']", remove: true },
      {
        target: '$.components.schemas.TimeStartTrainerRequest',
        update: { required: ['parametersArray'], properties: { parametersArray: { type: 'array' } } },
      },
    ),
    requestBody('startTrainer', (body) => ({ ...objectOf(body), parameters: objectOf(body)['parametersArray'] })),
  ),
  'time.trainer.rebuild-models': requestBody('startTrainer', (body) =>
    changeAt(body, 'parameters/*/rebuildModels', () => true),
  ),
  'time.prediction.body': overlay(
    { target: "$.components.schemas.TimeCreatePredictionRequest.required[?@=='parameters']", remove: true },
    { target: '$.components.schemas.TimeCreatePredictionRequest', update: { required: ['datasets'] } },
  ),
  'time.prediction.no-model-update': growBy('createPrediction'),
  'time.realtime.body': refuseWhen(
    'predictRealTime',
    400,
    ({ body }) => !JSON.stringify(body).includes('aggregateForEmployeeIds'),
  ),
  'time.realtime.no-aggregation': answerAt('predictRealTime', predictions, (list) => [
    ...listOf(list),
    ...listOf(list)
      .slice(0, 1)
      .map((one) => ({ ...objectOf(one), aggregated: true })),
  ]),
  'time.realtime.response': answer('predictRealTime', (body) => ({
    page: 1,
    pages: 1,
    ...objectOf(body),
  })),
  'time.feedback.operation': handle('uploadFeedback', async (next, input, context) => {
    const result = await next(input, context);
    return isRefused(result) ? result : { status: 202, body: { jobId: 'feedback', message: 'Feedback job started' } };
  }),
  'time.auth.scope-suffix': (simulator) => ({
    ...simulator,
    checkScope: () => undefined,
  }),
  'time.event.body-short-form': jobs(undefined, ({ notification }) => ({
    notification(job) {
      const sent = notification(job);
      return sent === undefined ? undefined : { ...sent, body: changeAt(sent.body, 'jobId', () => gone) };
    },
  })),
  ...timeLimits,
});

function succeedInSpiteOfFaults() {
  return endings('upload', (ended, { fault }) => (fault === undefined ? ended : { ...ended, status: 'success' }));
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
