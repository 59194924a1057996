import { defineView, type Figure } from '@understudy/kernel';
import { type DatasetResult, payrollCollections } from './entities.js';

/** Maximum number of payslips in the table. */
const most = 200;

/** The payslips of a prediction with their scores and findings, the most anomalous first. */
export const resultView = defineView(payrollCollections.results, async ({ value }) =>
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
