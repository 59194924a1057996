import { omitUndefined } from '@understudy/contract';
import { defineView, type Figure, type HandlerContext, type OperationHandler } from '@understudy/kernel';
import {
  type AnalysisJobInput,
  createAnalysisJobKind,
  defineAnalysisApi,
  getResultPage,
  startJob,
  storeFeedback,
} from '@understudy/simulator-analysis';
import { type DatasetResult, payrollCollections } from './entities.js';
import type { operations } from './generated/types.js';
import { payrollService } from './payroll-service.js';
import { createPrediction, predictionJob, predictRealTime } from './predictions/create-prediction.js';
import type { TrainingResult, TrainingWork } from './train-datasets.js';

/** Maximum number of payslips in the table. */
const most = 200;

/** The payslips of a prediction with their scores and findings, the most anomalous first. */
const resultView = defineView(payrollCollections.results, async ({ value }) =>
  value.items.map((item): Figure => {
    const { id, severityThresholds, payslipResults }: DatasetResult = JSON.parse(item);
    const sorted = [...payslipResults].sort((one, other) => other.score - one.score);
    return {
      kind: 'table',
      title: `Payslips of ${id}`,
      head: ['payslip', 'score', 'out of the ordinary', 'missing'],
      rows: sorted
        .slice(0, most)
        .map(({ id: payslip, score, findings }) => [
          payslip,
          score.toFixed(2),
          findings.observed
            .map(({ transactionId, field, anomalyType }) => `${transactionId}: ${field} ${anomalyType}`)
            .join(', '),
          findings.missing.map(({ expectedField }) => `${expectedField.key} ${expectedField.value}`).join(', '),
        ]),
      note: `Medium from ${severityThresholds.lowMid}, high from ${severityThresholds.midHigh}; ${payslipResults.length} in all.`,
    };
  }),
);

const trainingJob = createAnalysisJobKind<AnalysisJobInput, TrainingWork, TrainingResult>(payrollService, {
  name: 'training',
  async load({ input }, scope) {
    const datasets = scope.collection(payrollCollections.datasets);
    const load = async (datasetId: string) => ({ datasetId, dataset: await datasets.get(datasetId) });
    return await Promise.all(input.datasetIds.map(load));
  },
  async store(_job, { models }, scope) {
    const stored = scope.collection(payrollCollections.models);
    for (const { datasetId, model } of models) await stored.put(datasetId, model);
  },
});

/** Starts a training (payroll.trainer.body). The job reports errors that depend on stored data. */
const startTrainer: OperationHandler<operations['startTrainer']> = async ({ headers, body }, context) => {
  // A repeated dataset counts once (analysis.gap.duplicate-dataset).
  const datasetIds = [...new Set(body.datasetIds)];
  const input = omitUndefined({ label: 'Training', datasetIds, webhook: body.webhook });
  return startJob(context, headers.tenantId, trainingJob, input);
};

/** Serves Upload feedback, which changes no score (analysis.gap.feedback-effect, payroll.gap.feedback-items). */
const uploadFeedback: OperationHandler<operations['uploadFeedback']> = ({ headers, body }, context) =>
  storeFeedback(headers.tenantId, body.datasets, context, (item) => findingIds(context, item));

export const payrollSimulator = defineAnalysisApi<operations>({
  service: payrollService,
  prediction: predictionJob,
  jobs: [trainingJob],
  operations: (shared) => ({
    ...shared,
    startTrainer,
    createPrediction,
    async getPredictionResults(input, context) {
      const found = await getResultPage<DatasetResult>(input, context, { results: payrollCollections.results });
      if ('refused' in found) return found;
      const { items, ...page } = found;
      return { status: 200, body: { ...page, datasetResults: items } };
    },
    predictRealTime,
    uploadFeedback,
  }),
  views: [resultView],
  // Imported on demand, because it loads the engine, which an empty sandbox does not need.
  seedOfDay: async (data, seeding) => (await import('./seed/seed-payroll.js')).seedPayroll(data, seeding),
});

async function findingIds(
  { scope }: HandlerContext,
  { jobId, datasetId }: { readonly jobId: string; readonly datasetId: string },
): Promise<Set<string>> {
  const stored = await scope.collection(payrollCollections.results).get(jobId);
  const results = (stored?.items ?? []).map((item): DatasetResult => JSON.parse(item));
  const payslips = results.find(({ id }) => id === datasetId)?.payslipResults ?? [];
  const findings = payslips.flatMap(({ findings: { observed, missing } }) => [...observed, ...missing]);
  return new Set(findings.map(({ predictionId }) => predictionId));
}
