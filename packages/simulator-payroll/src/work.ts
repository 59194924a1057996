/** What the jobs of the payroll API compute in worker threads; one function per job kind, named like it. */
import type { DescriptionsResult, PredictionWork, UploadedBody } from '@understudy/simulator-analysis';
import { keepDescriptions, uploadValidators } from '@understudy/simulator-analysis/compute';
import { payrollContract, payrollService } from './payroll-service.js';
import { type PredictionOutput, predictDatasets } from './predictions/predict-datasets.js';
import { trainDatasets } from './trainer/train-datasets.js';
import { deletePayslips, mergePayslips } from './uploads/keep-payslips.js';

export function descriptions(work: UploadedBody): DescriptionsResult {
  return keepDescriptions(work, payrollService.shape, uploadValidators(payrollContract, 'PayrollDatasetDescription'));
}

export function prediction(work: PredictionWork): PredictionOutput {
  return predictDatasets(work, payrollContract.validator('PayrollCreatePredictionRequest'));
}

export { deletePayslips as deletion, mergePayslips as upload, trainDatasets as training };
