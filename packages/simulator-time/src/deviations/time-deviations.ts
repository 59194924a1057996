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
  'time.purpose.pipeline: one model is shared by all datasets': jobs('prediction', ({ load }) => ({
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
  'time.status.dataset-entry: the message of a dataset is an object': answerAt(
    'getJobStatus',
    'datasetsStatus/*/message',
    (message) => ({ code: 'SUCCESS', message }),
  ),
  'time.dataset.schema: a customerId that is a number is accepted': uploads((body) =>
    changeAt(body, 'datasets/*/customerId', ifThere(String)),
  ),
  'time.upload.datasets-nonempty: an upload without datasets ends in success': succeedInSpiteOfFaults(),
  'time.upload.body: an upload whose datasets are missing ends in success': succeedInSpiteOfFaults(),
  'time.registration.schema: a time of day is accepted as HH:MM': uploads((body) =>
    changeAt(
      body,
      `${registrations}/startTime`,
      ifThere((time) => (typeof time === 'string' ? 8 : time)),
    ),
  ),
  'time.registration.date-format: a date that no calendar has is accepted': uploads((body) =>
    changeAt(
      body,
      `${registrations}/date`,
      ifThere((date) => (/^\d{4}-\d\d-\d\d$/.test(String(date)) && !isDate(String(date)) ? '2025-03-01' : date)),
    ),
  ),
  'time.registration.numericals: numericals accept text': uploads((body) =>
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
  'time.registration.categoricals: categoricals accept numbers': uploads((body) =>
    changeAt(
      body,
      `${registrations}/categoricals`,
      ifThere((list) => (Array.isArray(list) ? list.map((item) => changeAt(item, 'value', ifThere(String))) : list)),
    ),
  ),
  'time.plan.schema: a plan needs registrationId': schema('TimePlan.allOf[1]', { required: ['registrationId'] }),
  'time.rule.schema: the value of a rule must be an integer': schema('TimeRule.properties.value', { type: 'integer' }),
  'time.rule.max-hours-per-day: the hours of a day are not added up over its registrations': answerAt(
    results,
    `${predictions}/*/breaches`,
    (list) => listOf(list).filter((breach) => JSON.stringify(objectOf(breach)['relatedIds']).split(',').length < 2),
  ),
  'time.prediction.params: missingRegistrationDates are ignored': requestBody('createPrediction', (body) =>
    changeAt(body, 'parameters/*/missingRegistrationDates', () => gone),
  ),
  'time.prediction.schema: aggregated is left out when it is false': answerAt(
    results,
    `${predictions}/*/aggregated`,
    (aggregated) => (aggregated === false ? gone : aggregated),
  ),
  'time.prediction.one-per-registration: only anomalous registrations are returned': answerAt(
    results,
    predictions,
    (list) => listOf(list).filter((prediction) => Number(objectOf(prediction)['anomalyScore']) >= 50),
  ),
  'time.prediction.significant-fields: the direction of a significant field is text': answerAt(
    results,
    `${predictions}/*/significantFields/*/direction`,
    String,
  ),
  'time.prediction.severity-low: severities are in upper case': answerAt(
    results,
    `${predictions}/*/anomalySeverity`,
    (severity) => String(severity).toUpperCase(),
  ),
  'time.breach.schema: the lists of a breach are flat': answerAt(
    results,
    `${predictions}/*/breaches/*/relatedIds`,
    (ids) => listOf(ids).flat(),
  ),
  'time.plan-result.schema: plans stand among the predictions': answerAt(results, 'results/*', (result) => {
    const { plans, predictions: list, ...others } = objectOf(result);
    return { ...others, predictions: [...listOf(list), ...listOf(plans)], plans: [] };
  }),
  'time.result.schema: plans are missing in results': answerAt(results, 'results/*/plans', () => gone),
  'time.results.body: plans stand at the top level': answer(results, (body) => ({ ...objectOf(body), plans: [] })),
  'time.prediction.weekday-significant: the weekday never appears among the significant fields': answerAt(
    results,
    `${predictions}/*/significantFields`,
    (list) => listOf(list).filter((field) => !/week|date/i.test(String(objectOf(field)['field']))),
  ),
  'time.feedback.schema: feedback without datasets answers 200': all(
    overlay({ target: "$.components.schemas.TimeFeedbackRequest.required[?@=='datasets']", remove: true }),
    requestBody('uploadFeedback', (body) => ({ datasets: [], ...objectOf(body) })),
  ),
  'time.feedback.false-positive: only false_positive in lower case is accepted': refuseWhen(
    'uploadFeedback',
    400,
    ({ body }) => /"feedback":"(?!false_positive)/.test(JSON.stringify(body)),
  ),
  ...uploadDeviations(timeService),
  'time.upload.type-descriptions: an upload of descriptions replaces the records of the dataset': jobs(
    'descriptions',
    ({ apply }) => ({
      async apply(job, output, scope, now) {
        for (const datasetId of job.input.datasetIds) await scope.collection(collections.datasets).delete(datasetId);
        return await apply(job, output, scope, now);
      },
    }),
  ),
  'time.upload.validation-prepares: an upload waits for a further call before it is checked': answer(
    'getJobStatus',
    (body) =>
      /^Upload/.test(String(objectOf(body)['message']))
        ? { status: 'inProgress', message: 'Job is in progress', datasetsStatus: [] }
        : body,
  ),
  'time.trainer.body: parametersArray is expected instead of parameters': all(
    overlay(
      { target: "$.components.schemas.TimeStartTrainerRequest.required[?@=='parameters']", remove: true },
      {
        target: '$.components.schemas.TimeStartTrainerRequest',
        update: { required: ['parametersArray'], properties: { parametersArray: { type: 'array' } } },
      },
    ),
    requestBody('startTrainer', (body) => ({ ...objectOf(body), parameters: objectOf(body)['parametersArray'] })),
  ),
  'time.trainer.rebuild-models: rebuildModels false and true are the same': requestBody('startTrainer', (body) =>
    changeAt(body, 'parameters/*/rebuildModels', () => true),
  ),
  'time.prediction.body: datasets is expected instead of parameters': overlay(
    { target: "$.components.schemas.TimeCreatePredictionRequest.required[?@=='parameters']", remove: true },
    { target: '$.components.schemas.TimeCreatePredictionRequest', update: { required: ['datasets'] } },
  ),
  'time.prediction.no-model-update: what is predicted is added to the dataset': growBy('createPrediction'),
  'time.realtime.body: real-time prediction needs aggregateForEmployeeIds': refuseWhen(
    'predictRealTime',
    400,
    ({ body }) => !JSON.stringify(body).includes('aggregateForEmployeeIds'),
  ),
  'time.realtime.no-aggregation: real-time prediction answers aggregated predictions too': answerAt(
    'predictRealTime',
    predictions,
    (list) => [
      ...listOf(list),
      ...listOf(list)
        .slice(0, 1)
        .map((one) => ({ ...objectOf(one), aggregated: true })),
    ],
  ),
  'time.realtime.response: the answer of real-time prediction has pages': answer('predictRealTime', (body) => ({
    page: 1,
    pages: 1,
    ...objectOf(body),
  })),
  'time.feedback.operation: Upload feedback answers 202 with a jobId': handle(
    'uploadFeedback',
    async (next, input, context) => {
      const result = await next(input, context);
      return isRefused(result) ? result : { status: 202, body: { jobId: 'feedback', message: 'Feedback job started' } };
    },
  ),
  'time.auth.scope-suffix: a token for another API is accepted': (simulator) => ({
    ...simulator,
    checkScope: () => undefined,
  }),
  'time.event.body-short-form: the callback comes without jobId': jobs(undefined, ({ notification }) => ({
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
