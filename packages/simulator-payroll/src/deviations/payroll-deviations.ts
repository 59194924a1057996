import {
  all,
  answerAt,
  type Change,
  type Deviations,
  deviationTable,
  endings,
  handle,
  isRefused,
  jobs,
  listOf,
  objectOf,
  overlay,
  refuseWhen,
  renameAt,
  requestBody,
} from '@understudy/kernel/deviations';
import { analysisDeviations, uploadDeviations } from '@understudy/simulator-analysis/deviations';
import { payrollService } from '../payroll-service.js';

const results = 'getPredictionResults';
const schema = (name: string, update: unknown): Change => overlay({ target: `$.components.schemas.${name}`, update });
const notRequired = (name: string, member: string): Change =>
  overlay({ target: `$.components.schemas.${name}.required[?@=='${member}']`, remove: true });

/** All deviations of the payroll API. */
export const payrollDeviations: Deviations = deviationTable({
  ...analysisDeviations(payrollService, {
    resultsKey: 'datasetResults',
    itemsKey: 'parameters',
    prefixOfSibling: '/td',
    starter: 'startTrainer',
  }),
  'payroll.purpose.pipeline': answerAt(results, 'datasetResults/*/payslipResults', (list) => listOf(list).slice(1)),
  'payroll.status.dataset-entry': answerAt('getJobStatus', 'datasetsStatus/*/message', (message) => ({
    code: 'SUCCESS',
    message,
  })),
  'payroll.prediction.dataset': overlay(
    { target: "$.components.schemas.PayrollDataset.required[?@=='id']", remove: true },
    {
      target: '$.components.schemas.PayrollDataset',
      update: { required: ['datasetId'], properties: { datasetId: { type: 'string' } } },
    },
  ),
  'payroll.prediction.needs-upload-and-training': endings('prediction', (ended) => ({
    status: 'success',
    outcome: {
      ...ended.outcome,
      datasets: ended.outcome.datasets.map((dataset) => ({ ...dataset, status: 'success', code: 'SUCCESS' })),
    },
  })),
  'payroll.feedback.dataset': all(
    notRequired('PayrollFeedbackDataset', 'jobId'),
    handle('uploadFeedback', (next, input, context) =>
      JSON.stringify(input.body).includes('"jobId"')
        ? next(input, context)
        : Promise.resolve({ status: 200, body: { message: 'Feedback stored' } }),
    ),
  ),
  'payroll.results.schema': handle(results, async (next, input, context) => {
    const result = await next(input, context);
    return isRefused(result) ? result : { ...result, body: renameAt(result.body, 'datasetResults', 'results') };
  }),
  ...uploadDeviations(payrollService),
  'payroll.upload.type-descriptions': succeedInSpiteOfFaults('descriptions'),
  'payroll.upload.body': succeedInSpiteOfFaults('upload'),
  'payroll.trainer.body': all(
    schema('PayrollStartTrainerRequest.properties.datasetIds', { minItems: 0 }),
    requestBody('startTrainer', (body) => body),
  ),
  'payroll.trainer.from-scratch': jobs('upload', ({ load }) => ({
    load: async (...given) => ({ ...objectOf(await load(...given)), existing: [] }),
  })),
  // The default is set before validation, so the member is never missing there.
  'payroll.prediction.body': refuseWhen(
    'createPrediction',
    400,
    (_input, { request: { bytes } }) => !new TextDecoder().decode(bytes).includes('"userInitiated"'),
  ),
  'payroll.realtime.body': handle('predictRealTime', async (next, input, context) => {
    const result = await next(input, context);
    return isRefused(result)
      ? result
      : { status: 202, body: { jobId: 'real-time', message: 'Prediction job started' } };
  }),
  'payroll.feedback.operation': all(
    notRequired('PayrollFeedbackRequest', 'datasets'),
    requestBody('uploadFeedback', (body) => ({ datasets: [], ...objectOf(body) })),
  ),
  'payroll.health.exists': refuseWhen(
    'checkHealth',
    400,
    (_input, context) => context.request.headers['tenantid'] === undefined,
  ),
  'payroll.auth.scope-suffix': (simulator) => ({
    ...simulator,
    checkScope: () => undefined,
  }),
});

function succeedInSpiteOfFaults(kind: string): Change {
  return endings(kind, (ended, { fault }) => (fault === undefined ? ended : { ...ended, status: 'success' }));
}
