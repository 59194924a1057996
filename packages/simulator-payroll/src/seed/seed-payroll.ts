import type { DailySeedContext } from '@understudy/kernel';
import {
  type AnalysisSeeder,
  type PackedDataset,
  packDataset,
  readTrainingOfAll,
  type SeededPrediction,
  seedAnalysisApi,
} from '@understudy/simulator-analysis';
import { payrollCollections } from '../entities.js';
import type { components } from '../generated/types.js';
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

/** Fills a sandbox from a `PayrollSeed`. @throws RangeError if it is invalid. */
export function seedPayroll(data: unknown, seeding: DailySeedContext): Promise<void> {
  return seedAnalysisApi(payrollService, seeder, data, seeding);
}

/** The payroll API's part of a seed. */
export interface PayrollSeed {
  /** Client that owns the tenants, default `demo-client`. */
  readonly clientId?: string;
  readonly tenants?: Readonly<Record<string, PayrollTenantSeed>>;
  /** `yesterday`: moves all dates by whole months, up to yesterday. */
  readonly shiftTo?: 'yesterday';
}

/** The initial data of a tenant. */
export interface PayrollTenantSeed {
  readonly datasets?: ReadonlyArray<components['schemas']['PayrollDataset']>;
  /** Has every dataset trained. */
  readonly training?: Readonly<Record<string, never>>;
  readonly subscriptions?: ReadonlyArray<{ readonly datasetId: string; readonly subscriptionIds: readonly string[] }>;
  /** Requested on the evening before, for the latest payslips of a dataset. Without training there are no results. */
  readonly predictions?: readonly SeededPrediction[];
}
