import type { SeedingOfDay } from '@understudy/kernel';
import {
  type AnalysisSeeder,
  type PackedDataset,
  packDataset,
  readTrainingOfAll,
  type SeededPrediction,
  seedAnalysisApi,
} from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import type { components } from '../generated/types.js';
import { payrollService } from '../payroll-service.js';
import { payslipValidators } from '../payslip-validators.js';
import { type PredictionOutput, predictDatasets } from '../predictions/predict-datasets.js';
import { trained } from '../trainer/train-datasets.js';
import { shiftMonths } from './shift-months.js';

const seeder: AnalysisSeeder<object, PackedDataset, PredictionOutput> = {
  validators: payslipValidators,
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

/** The payroll API's part of a seed. */
export interface PayrollSeed {
  /** Client that owns the tenants; `demo-client` when absent. */
  readonly clientId?: string;
  readonly tenants?: Readonly<Record<string, PayrollTenantSeed>>;
  /** `yesterday`: all dates move by whole months, so that the payslips reach up to yesterday as nearly as they can. */
  readonly shiftTo?: 'yesterday';
}

/** What one tenant has from the beginning. */
export interface PayrollTenantSeed {
  readonly datasets?: ReadonlyArray<components['schemas']['PayrollDataset']>;
  /** Has every dataset trained. */
  readonly training?: Readonly<Record<string, never>>;
  readonly subscriptions?: ReadonlyArray<{ readonly datasetId: string; readonly subscriptionIds: readonly string[] }>;
  /** Asked for on the evening before, of the latest payslips of a dataset; without training there are no results. */
  readonly predictions?: readonly SeededPrediction[];
}
