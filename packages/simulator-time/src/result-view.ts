import { defineView, type Figure } from '@understudy/kernel';
import { type TimeResult, timeCollections } from './entities.js';

/** Maximum number of registrations in the table. */
const most = 200;

/** The registrations of a prediction with their scores, the most anomalous first. */
export const resultView = defineView(timeCollections.results, async ({ value }) =>
  value.items.map((item): Figure => {
    const { datasetId, severityThresholds, predictions }: TimeResult = JSON.parse(item);
    const sorted = [...predictions].sort((one, other) => other.anomalyScore - one.anomalyScore);
    return {
      kind: 'table',
      title: `Registrations of ${datasetId}`,
      head: ['registration', 'employee', 'date', 'score', 'severity', 'because of', 'rules broken'],
      rows: sorted
        .slice(0, most)
        .map(({ registrationId, employeeId, date, anomalyScore, anomalySeverity, significantFields, breaches }) => [
          registrationId,
          employeeId,
          date,
          anomalyScore.toFixed(2),
          anomalySeverity,
          significantFields
            .map(({ field, direction }) => `${field}${direction === 0 ? '' : direction > 0 ? ' ↑' : ' ↓'}`)
            .join(', '),
          breaches.map(({ ruleId }) => ruleId).join(', '),
        ]),
      note: `Medium from ${severityThresholds.lowMid}, high from ${severityThresholds.midHigh}; ${predictions.length} in all.`,
    };
  }),
);
