import type { Context, Handler } from '@understudy/kernel';
import { storeFeedback } from '@understudy/simulator-analysis';
import { collections, type DatasetResult } from '../entities.js';
import type { operations } from '../generated/types.js';

/** Serves Upload feedback, which changes no score (analysis.gap.feedback-effect, payroll.gap.feedback-items). */
export const uploadFeedback: Handler<operations['uploadFeedback']> = ({ headers, body }, context) =>
  storeFeedback(headers.tenantId, body.datasets, context, (item) => findingIds(context, item));

async function findingIds(
  { scope }: Context,
  { jobId, datasetId }: { readonly jobId: string; readonly datasetId: string },
): Promise<Set<string>> {
  const stored = await scope.collection(collections.results).get(jobId);
  const results = (stored?.items ?? []).map((item): DatasetResult => JSON.parse(item));
  const payslips = results.find(({ id }) => id === datasetId)?.payslipResults ?? [];
  const findings = payslips.flatMap(({ findings: { observed, missing } }) => [...observed, ...missing]);
  return new Set(findings.map(({ predictionId }) => predictionId));
}
