/** The shared job model of the inventory, time and payroll simulators, each defined by `defineAnalysisApi`. */
export { checkRequest } from './compute/check-request.js';
export type { UploadedBody, Validate } from './compute/check-upload.js';
export { type DeletionResult, type DeletionWork, deleteRecords } from './compute/delete-records.js';
export { type DescriptionsResult, keepDescriptions } from './compute/keep-descriptions.js';
export { mergeUpload, type UploadResult, type UploadWork } from './compute/merge-upload.js';
export { packDataset, unpackDataset } from './compute/pack-dataset.js';
export { summarizeFindings } from './compute/summarize-findings.js';
export { type AnalysisApi, defineAnalysisApi } from './define-analysis-api.js';
export {
  collections,
  type DatasetRecord,
  datasetsAs,
  modelCollection,
  type PackedDataset,
  resultsAs,
  type StoredDataset,
  type StoredDescription,
  type StoredFeedback,
  type StoredResults,
  type StoredSubscriptions,
  type UploadTicket,
} from './entities.js';
export {
  datasetNotFound,
  datesReversed,
  inTheFuture,
  malformedBody,
  type NamedDate,
  notTrained,
} from './errors.js';
export { type FeedbackItem, type PredictionIds, storeFeedback } from './feedback/store-feedback.js';
export { type AnalysisJob, type AnalysisWorkResult, analysisJobKind } from './jobs/analysis-job.js';
export { getJobStatus } from './jobs/get-job-status.js';
export {
  type AnalysisJobInput,
  type DatasetOutcome,
  failedOutcome,
  type JobOutcome,
  succeededOutcome,
  unknownDatasetOutcome,
  type Webhook,
} from './jobs/job-outcome.js';
export { startJob } from './jobs/start-job.js';
export { usableWebhook } from './jobs/usable-webhook.js';
export { makeUuid } from './make-uuid.js';
export { findModel, type JsonModel, preparedOnce } from './predictions/find-model.js';
export type { KnownDataset, PredictionWork } from './predictions/load-prediction.js';
export { predictionJobKind } from './predictions/prediction-job.js';
export { repeatedId } from './repeated-id.js';
export { findResults } from './results/find-results.js';
export { getResultPage } from './results/get-result-page.js';
export { type AnalysisSeed, readAnalysisSeed, readTrainingOfAll, type SeedReader } from './seed/read-analysis-seed.js';
export { type AnalysisSeeder, seedAnalysisApi } from './seed/seed-analysis-api.js';
export type { SeededPrediction } from './seed/seed-prediction.js';
export { shiftDates } from './seed/shift-dates.js';
export type { AnalysisService, DatasetShape } from './service.js';
export { pageSize } from './settings.js';
export { addSubscriptions, putSubscriptions } from './subscriptions/add-subscriptions.js';
export { uniqueItems } from './unique-items.js';
export type { UploadJobInput } from './uploads/upload-data.js';
