import type { DailySeedContext } from '@understudy/kernel';
import {
  type AnalysisSeeder,
  type PackedDataset,
  packDataset,
  readTrainingOfAll,
  seedAnalysisApi,
} from '@understudy/simulator-analysis';
import { payrollCollections } from '../entities.js';
import { payrollService } from '../payroll-service.js';
import { createPayslipValidators } from '../payslip-validators.js';
import { type PredictionOutput, predictDatasets } from '../predictions/predict-datasets.js';
import { trainModel } from '../train-datasets.js';
import { shiftMonths } from './shift-months.js';

const seeder: AnalysisSeeder<object, PackedDataset, PredictionOutput> = {
  validators: createPayslipValidators,
  readTraining: readTrainingOfAll,
  shift: shiftMonths,
  pack: (dataset) => packDataset(dataset, payrollService.shape),
  train: trainModel,
  predictions: {
    request: (id, payslips) => ({ datasets: [{ id, payslips }], userInitiated: true }),
    // The payslips belong to the dataset, which is already validated.
    predict: (work) => predictDatasets(work, () => []),
    store: (put, made) => put(payrollCollections.results, { items: () => made().results, userInitiated: () => true }),
  },
};

/** Fills a sandbox from the API's section of a seed. @throws RangeError if it is invalid. */
export function seedPayroll(data: unknown, seeding: DailySeedContext): Promise<void> {
  return seedAnalysisApi(payrollService, seeder, data, seeding);
}
