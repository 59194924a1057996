import type { SeedingOfDay } from '@understudy/kernel';
import {
  type AnalysisSeeder,
  type PackedDataset,
  packDataset,
  readTrainingOfAll,
  seedAnalysisApi,
} from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import { payrollService } from '../payroll-service.js';
import { type PredictionOutput, predictDatasets } from '../predictions/predict-datasets.js';
import { trained } from '../trainer/train-datasets.js';
import { uploadValidators } from '../upload-validators.js';
import { shiftMonths } from './shift-months.js';

const seeder: AnalysisSeeder<object, PackedDataset, PredictionOutput> = {
  validators: uploadValidators,
  readTraining: readTrainingOfAll,
  shift: shiftMonths,
  pack: (dataset) => packDataset(dataset, payrollService.shape),
  train: trained,
  predictions: {
    request: (id, payslips) => ({ datasets: [{ id, payslips }], userInitiated: true }),
    // The payslips are those of the dataset, which is already validated.
    predict: (work) => predictDatasets(work, () => []),
    store: (put, made) => put(collections.results, { items: () => made().results, userInitiated: () => true }),
  },
};

/**
 * Fills a sandbox from a `PayrollSeed`.
 *
 * @throws RangeError when the seed is unusable
 */
export function seedPayroll(data: unknown, seeding: SeedingOfDay): Promise<void> {
  return seedAnalysisApi(payrollService, seeder, data, seeding);
}
