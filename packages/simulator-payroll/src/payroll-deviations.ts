import {
  applyOverlayActions,
  changeJobKinds,
  changeJobResults,
  changeRequestBody,
  changeResponseAt,
  combineChanges,
  createDeviationTable,
  type DeviationTable,
  isRejected,
  rejectWhen,
  renameAtPath,
  type SimulatorChange,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { createAnalysisDeviations, createUploadDeviations } from '@understudy/simulator-analysis/deviations';
import { payrollService } from './payroll-service.js';

const results = 'getPredictionResults';
const schema = (name: string, update: unknown): SimulatorChange =>
  applyOverlayActions({ target: `$.components.schemas.${name}`, update });
const notRequired = (name: string, member: string): SimulatorChange =>
  applyOverlayActions({ target: `$.components.schemas.${name}.required[?@=='${member}']`, remove: true });

export const payrollDeviations: DeviationTable = createDeviationTable({
  ...createAnalysisDeviations(payrollService, {
    resultsKey: 'datasetResults',
    itemsKey: 'parameters',
    prefixOfSibling: '/td',
    starter: 'startTrainer',
  }),
  'payroll.purpose.pipeline': changeResponseAt(results, 'datasetResults/*/payslipResults', (list) =>
    toList(list).slice(1),
  ),
  'payroll.status.dataset-entry': changeResponseAt('getJobStatus', 'datasetsStatus/*/message', (message) => ({
    code: 'SUCCESS',
    message,
  })),
  'payroll.prediction.dataset': applyOverlayActions(
    { target: "$.components.schemas.PayrollDataset.required[?@=='id']", remove: true },
    {
      target: '$.components.schemas.PayrollDataset',
      update: { required: ['datasetId'], properties: { datasetId: { type: 'string' } } },
    },
  ),
  'payroll.prediction.needs-upload-and-training': changeJobResults('prediction', (ended) => ({
    status: 'success',
    outcome: {
      ...ended.outcome,
      datasets: ended.outcome.datasets.map((dataset) => ({ ...dataset, status: 'success', code: 'SUCCESS' })),
    },
  })),
  'payroll.feedback.dataset': combineChanges(
    notRequired('PayrollFeedbackDataset', 'jobId'),
    wrapHandlers('uploadFeedback', (next, input, context) =>
      JSON.stringify(input.body).includes('"jobId"')
        ? next(input, context)
        : Promise.resolve({ status: 200, body: { message: 'Feedback stored' } }),
    ),
  ),
  'payroll.results.schema': wrapHandlers(results, async (next, input, context) => {
    const result = await next(input, context);
    return isRejected(result) ? result : { ...result, body: renameAtPath(result.body, 'datasetResults', 'results') };
  }),
  ...createUploadDeviations(payrollService),
  'payroll.upload.type-descriptions': succeedInSpiteOfFaults('descriptions'),
  'payroll.upload.body': succeedInSpiteOfFaults('upload'),
  'payroll.trainer.body': combineChanges(
    schema('PayrollStartTrainerRequest.properties.datasetIds', { minItems: 0 }),
    changeRequestBody('startTrainer', (body) => body),
  ),
  'payroll.trainer.from-scratch': changeJobKinds('upload', ({ load }) => ({
    load: async (...given) => ({ ...toJsonObject(await load(...given)), existing: [] }),
  })),
  // The default is set before validation, so the member is never missing there.
  'payroll.prediction.body': rejectWhen(
    'createPrediction',
    400,
    (_input, { request: { bytes } }) => !new TextDecoder().decode(bytes).includes('"userInitiated"'),
  ),
  'payroll.realtime.body': wrapHandlers('predictRealTime', async (next, input, context) => {
    const result = await next(input, context);
    return isRejected(result)
      ? result
      : { status: 202, body: { jobId: 'real-time', message: 'Prediction job started' } };
  }),
  'payroll.feedback.operation': combineChanges(
    notRequired('PayrollFeedbackRequest', 'datasets'),
    changeRequestBody('uploadFeedback', (body) => ({ datasets: [], ...toJsonObject(body) })),
  ),
  'payroll.health.exists': rejectWhen(
    'checkHealth',
    400,
    (_input, context) => context.request.headers['tenantid'] === undefined,
  ),
  'payroll.auth.scope-suffix': (simulator) => ({ ...simulator, checkScope: () => undefined }),
});

function succeedInSpiteOfFaults(kind: string): SimulatorChange {
  return changeJobResults(kind, (ended, { fault }) => (fault === undefined ? ended : { ...ended, status: 'success' }));
}
