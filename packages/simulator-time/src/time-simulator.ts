import { defineView, type Figure } from '@understudy/kernel';
import { defineAnalysisApi } from '@understudy/simulator-analysis';
import { type TimeResult, timeCollections } from './entities.js';
import type { operations } from './generated/types.js';
import {
  createPrediction,
  getPredictionResults,
  predictionJob,
  predictRealTime,
} from './predictions/create-prediction.js';
import { resultEntryBytesSetting, weekdayFieldSetting } from './settings.js';
import { timeService } from './time-service.js';
import { startTrainer, trainingJob } from './trainer/start-trainer.js';
import { uploadFeedback } from './upload-feedback.js';

/** Maximum number of registrations in the table. */
const most = 200;

/** The registrations of a prediction with their scores, the most anomalous first. */
const resultView = defineView(timeCollections.results, async ({ value }) =>
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

const own = { startTrainer, createPrediction, getPredictionResults, predictRealTime, uploadFeedback };

export const timeSimulator = defineAnalysisApi<operations>({
  service: timeService,
  prediction: predictionJob,
  jobs: [trainingJob],
  operations: (shared) => ({ ...shared, ...own }),
  settings: [weekdayFieldSetting, resultEntryBytesSetting],
  views: [resultView],
  // Imported on demand, because it loads the engine, which an empty sandbox does not need.
  seedOfDay: async (data, seeding) => (await import('./seed-time.js')).seedTime(data, seeding),
});
