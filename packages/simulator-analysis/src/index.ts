/** The shared job model of the inventory, time and payroll simulators, each defined by `defineAnalysisApi`. */
export { checkRequest } from './compute/check-request.js';
export type { UploadedBody, ValueValidator } from './compute/check-upload.js';
export { type DeletionResult, type DeletionWork, deleteRecords } from './compute/delete-records.js';
export { mergeUpload, type UploadResult, type UploadWork } from './compute/merge-upload.js';
export { packDataset, unpackDataset } from './compute/pack-dataset.js';
export { type DescriptionsResult, storeDescriptions } from './compute/store-descriptions.js';
export { summarizeFindings } from './compute/summarize-findings.js';
export { type AnalysisApi, defineAnalysisApi } from './define-analysis-api.js';
export { deriveUuid } from './derive-uuid.js';
export { dropDuplicates } from './drop-duplicates.js';
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
export { type FeedbackItem, type PredictionIdLookup, storeFeedback } from './feedback/store-feedback.js';
export { findRepeatedId } from './find-repeated-id.js';
export { type AnalysisJob, type AnalysisWorkResult, createAnalysisJobKind } from './jobs/analysis-job.js';
export { findUsableWebhook } from './jobs/find-usable-webhook.js';
export { getJobStatus } from './jobs/get-job-status.js';
export {
  type AnalysisJobInput,
  createFailedOutcome,
  createSucceededOutcome,
  createUnknownDatasetOutcome,
  type DatasetOutcome,
  type JobOutcome,
  type RequestedWebhook,
} from './jobs/job-outcome.js';
export { startJob } from './jobs/start-job.js';
export { createModelPreparer, findModel, type JsonModel } from './predictions/find-model.js';
export type { KnownDataset, PredictionWork } from './predictions/load-prediction.js';
export { createPredictionJobKind } from './predictions/prediction-job.js';
export { findResults } from './results/find-results.js';
export { getResultPage } from './results/get-result-page.js';
export { type AnalysisSeed, readAnalysisSeed, readTrainingOfAll, type SeedReader } from './seed/read-analysis-seed.js';
export { type AnalysisSeeder, seedAnalysisApi } from './seed/seed-analysis-api.js';
export type { SeededPrediction } from './seed/seed-prediction.js';
export { shiftDates } from './seed/shift-dates.js';
export type { AnalysisService, DatasetShape } from './service.js';
export { type AnalysisSettings, pageSizeSetting } from './settings.js';
export { addSubscriptionsAction, putSubscriptions } from './subscriptions/add-subscriptions.js';
export type { UploadJobInput } from './uploads/upload-data.js';
