import {
  changeJobKinds,
  changeJobResults,
  combineChanges,
  createDeviationTable,
  type DeviationTable,
  makeOptional,
  readDeviationTable,
  rejectWhen,
  toJsonObject,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { createAnalysisDeviations, createUploadDeviations } from '@understudy/simulator-analysis/deviations';
import rows from './payroll-deviations.json' with { type: 'json' };
import { payrollService } from './payroll-service.js';

export const payrollDeviations: DeviationTable = createDeviationTable({
  ...createAnalysisDeviations(payrollService, {
    resultsKey: 'datasetResults',
    itemsKey: 'parameters',
    prefixOfSibling: '/td',
    starter: 'startTrainer',
  }),
  'payroll.prediction.needs-upload-and-training': changeJobResults('prediction', (ended) => ({
    status: 'success',
    outcome: {
      ...ended.outcome,
      datasets: ended.outcome.datasets.map((dataset) => ({ ...dataset, status: 'success', code: 'SUCCESS' })),
    },
  })),
  'payroll.feedback.dataset': combineChanges(
    makeOptional('PayrollFeedbackDataset', 'jobId'),
    wrapHandlers('uploadFeedback', (next, input, context) =>
      JSON.stringify(input.body).includes('"jobId"')
        ? next(input, context)
        : Promise.resolve({ status: 200, body: { message: 'Feedback stored' } }),
    ),
  ),
  ...createUploadDeviations(payrollService),
  ...readDeviationTable(rows),
  'payroll.trainer.from-scratch': changeJobKinds('upload', ({ load }) => ({
    load: async (...given) => ({ ...toJsonObject(await load(...given)), existing: [] }),
  })),
  // The default is set before validation, so the member is never missing there.
  'payroll.prediction.body': rejectWhen(
    'createPrediction',
    400,
    (_input, { request: { bytes } }) => !new TextDecoder().decode(bytes).includes('"userInitiated"'),
  ),
});
