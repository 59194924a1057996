/** The shared job model of the inventory, time and payroll simulators, each defined by `defineAnalysisApi`. */

export type { UploadedBody, ValueValidator } from './compute/check-upload.js';
export { checkRequest, summarizeFindings } from './compute/check-upload.js';
export {
  type DeletionResult,
  type DeletionWork,
  type DescriptionsResult,
  deleteRecords,
  mergeUpload,
  packDataset,
  storeDescriptions,
  type UploadResult,
  type UploadWork,
  unpackDataset,
} from './compute/merge-upload.js';
export { type AnalysisApi, defineAnalysisApi } from './define-analysis-api.js';
export { deriveUuid } from './derive-uuid.js';
export { dropDuplicates, findRepeatedId } from './drop-duplicates.js';
export {
  analysisCollections,
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
  type NamedDate,
  notTrainedMessage,
} from './errors.js';
export { findResults, getResultPage } from './get-result-page.js';
export { type AnalysisJob, type AnalysisWorkResult, createAnalysisJobKind, startJob } from './jobs/analysis-job.js';
export { getJobStatus } from './jobs/find-own-job.js';
export {
  type AnalysisJobInput,
  createFailedOutcome,
  createSucceededOutcome,
  createUnknownDatasetOutcome,
  type DatasetOutcome,
  findUsableWebhook,
  type JobOutcome,
  type RequestedWebhook,
} from './jobs/job-outcome.js';
export type { KnownDataset, PredictionWork } from './prediction-job.js';
export {
  createModelPreparer,
  createPredictionJobKind,
  findModel,
  type JsonModel,
} from './prediction-job.js';
export {
  type AnalysisSeed,
  readAnalysisSeed,
  readTrainingOfAll,
  type SeedReader,
  shiftDates,
} from './seed/read-analysis-seed.js';
export { type AnalysisSeeder, seedAnalysisApi } from './seed/seed-analysis-api.js';
export type { SeededPrediction } from './seed/seed-prediction.js';
export type { AnalysisService, DatasetShape } from './service.js';
export { type AnalysisSettings, pageSizeSetting } from './settings.js';
export { type FeedbackItem, type PredictionIdLookup, storeFeedback } from './store-feedback.js';
export { addSubscriptionsAction, putSubscriptions } from './subscriptions.js';
export type { UploadJobInput } from './uploads/upload-data.js';
