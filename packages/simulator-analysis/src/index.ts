/** The shared job model of the inventory, time and payroll simulators, each defined by `defineAnalysisApi`. */

export type { UploadedBody, ValueValidator } from './compute/check-upload.js';
export { summarizeFindings } from './compute/check-upload.js';
export {
  type DeletionResult,
  type DeletionWork,
  type DescriptionsResult,
  packDataset,
  type UploadResult,
  type UploadWork,
} from './compute/merge-upload.js';
export { defineAnalysisApi } from './define-analysis-api.js';
export { dropDuplicates } from './drop-duplicates.js';
export {
  type DatasetRecord,
  defineDatasetCollection,
  defineModelCollection,
  defineResultsCollection,
  type PackedDataset,
  type StoredDataset,
  type StoredDescription,
  type StoredFeedback,
  type StoredResults,
  type StoredSubscriptions,
  type UploadTicket,
} from './entities.js';
export {
  createDatasetNotFoundError,
  createFutureDateError,
  createMalformedBodyError,
  createReversedDatesError,
} from './errors.js';
export { findResults, getResultPage } from './get-result-page.js';
export { type AnalysisWorkResult, createAnalysisJobKind, startJob } from './jobs/analysis-job.js';
export { getJobStatus } from './jobs/find-own-job.js';
export type { AnalysisJobInput, DatasetOutcome, JobOutcome } from './jobs/job-outcome.js';
export type { KnownDataset, PredictionWork } from './prediction-job.js';
export { createModelPreparer, createPredictionJobKind, findModel } from './prediction-job.js';
export {
  type AnalysisSeed,
  readAnalysisSeed,
  readTrainingOfAll,
  type SeedReader,
  shiftDates,
} from './seed/read-analysis-seed.js';
export { type AnalysisSeeder, seedAnalysisApi } from './seed/seed-analysis-api.js';
export type { AnalysisService } from './service.js';
export type { AnalysisSettings } from './settings.js';
export { storeFeedback } from './store-feedback.js';
export { addSubscriptionsAction } from './subscriptions.js';
export type { UploadJobInput } from './uploads/upload-data.js';
