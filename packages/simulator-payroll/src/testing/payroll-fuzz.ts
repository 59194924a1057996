import type { AnalysisFuzz } from '@understudy/simulator-analysis/fuzz';
import type { components } from '../generated/types.js';

type Results = components['schemas']['PayrollPredictionResults'];

/** Facts about payroll for generated requests. A dataset is named by `id` in data and results. */
export const payrollFuzz: AnalysisFuzz<Results> = {
  datasetOf,
  uploadTypes: ['raw_data', 'prediction', 'descriptions'],
  training: (datasetIds) => ({ datasetIds }),
  seedTraining: {},
  prediction: (datasetIds) => ({ datasets: datasetIds.map(predictionOf) }),
  jobs: [],
  feedbackOf: ({ datasetResults }, datasetId) =>
    datasetResults
      .filter(({ id }) => id === datasetId)
      .flatMap(({ payslipResults }) => payslipResults)
      .flatMap(({ findings: { observed, missing } }) => [...observed, ...missing])
      .map(({ predictionId }) => ({ predictionId, feedback: 'TRUE_POSITIVE' })),
  values: {
    employeeId: ['E-1', 'E-2', 'E-3'],
    // Payslips and their lines have ids as well.
    'datasets/id': ['coffee', 'tea'],
  },
};

function datasetOf(id: string): object {
  const payslips = Array.from({ length: 24 }, (_item, index) => ({
    ...payslipOf(`${id}-${index}`, `2025-${String(1 + (index >> 1)).padStart(2, '0')}-28`, 2900 + (index % 3) * 10),
    employeeId: `E-${1 + (index % 2)}`,
  }));
  return { id, payslips };
}

function predictionOf(id: string): object {
  const whole = payslipOf('raised', '2026-01-28', 29_000);
  return { id, payslips: [whole, { ...payslipOf('short', '2026-01-28', 2900), transactions: [lineOf('l', 2900)] }] };
}

function payslipOf(id: string, date: string, salary: number) {
  const transactions = [lineOf(`${id}-salary`, salary), { id: `${id}-pension`, type: 'pension', amount: salary / -20 }];
  return { id, date, employeeId: 'E-1', employeeGroups: ['kitchen'], transactions };
}

function lineOf(id: string, amount: number) {
  return { id, type: 'salary', amount, unit: 'EUR' };
}
