import type { AnalysisFuzz } from '@understudy/simulator-analysis/fuzz';
import type { components } from '../generated/types.js';

type Results = components['schemas']['TimePredictionResults'];

const employees = ['E-1', 'E-2'];

export const timeFuzz: AnalysisFuzz<Results> = {
  datasetOf,
  uploadTypes: ['raw_data', 'prediction', 'descriptions'],
  training: (datasetIds) => ({ parameters: datasetIds.map((datasetId) => ({ datasetId, rebuildModels: true })) }),
  seedTraining: {},
  prediction: (datasetIds) => ({ parameters: datasetIds.map(predictionOf) }),
  jobs: [],
  feedbackOf: ({ results }, datasetId) =>
    results
      .filter((item) => item.datasetId === datasetId)
      .flatMap(({ predictions }) => predictions.slice(0, 2))
      .map(({ predictionId }) => ({ predictionId, feedback: 'FALSE_POSITIVE' })),
  values: {
    employeeId: [...employees, 'E-3'],
    departmentId: ['kitchen'],
    aggregateForEmployeeIds: employees,
    // Rules of other types are errors.
    ruleType: ['max_hours_per_day', 'min_rest_hours_between_days', 'no_overlap', 'max_consecutive_days'],
  },
};

function datasetOf(datasetId: string): object {
  const registrations = Array.from({ length: 60 }, (_item, index) => ({
    registrationId: `${datasetId}-${index}`,
    date: new Date(Date.UTC(2025, 10, 1 + (index >> 1))).toISOString().slice(0, 10),
    employeeId: employees[index % 2],
    departmentId: 'kitchen',
    startTime: 8,
    endTime: 16 + (index % 3) / 4,
    workDuration: 7.5 + (index % 3) / 4,
    breakDuration: 0.5,
  }));
  return { datasetId, registrations };
}

function predictionOf(datasetId: string): object {
  const registration = { date: '2026-01-12', employeeId: 'E-1', departmentId: 'kitchen' };
  return {
    datasetId,
    registrations: [
      { ...registration, registrationId: 'long', startTime: 6, endTime: 23.5, workDuration: 17, breakDuration: 0.5 },
      { ...registration, registrationId: 'short', date: '2026-01-14', startTime: 8, endTime: 9, workDuration: 1 },
    ],
    aggregateForEmployeeIds: ['E-1'],
    plans: [{ planId: 'plan', date: '2026-01-15', employeeId: 'E-2', startTime: 8, endTime: 20 }],
    rules: [{ ruleId: 'long-days', ruleType: 'max_hours_per_day', value: 10 }],
  };
}
