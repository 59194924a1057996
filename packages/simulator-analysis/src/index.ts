/**
 * The job model that the inventory, time and payroll simulators share: presigned uploads, jobs, results, data,
 * feedback, subscriptions, webhooks and the error body.
 *
 * @example
 * const service: AnalysisService = { name: 'inventory', prefix: '/io', scopeSuffix: 'io', ... };
 * const operations = {
 *   getPresignedUrl: (input, context) => createPresignedUrl(service, input, context),
 *   ...
 * };
 * const jobs = [uploadJobKind(service), deletionJobKind(service)];
 */
export { checkScope } from './check-scope.js';
export { checkRequest } from './compute/check-request.js';
export type { UploadedBody, Validate } from './compute/check-upload.js';
export { type DeletionResult, type DeletionWork, deleteRecords } from './compute/delete-records.js';
export { type DescriptionsResult, keepDescriptions } from './compute/keep-descriptions.js';
export { mergeUpload, type UploadResult, type UploadWork } from './compute/merge-upload.js';
export { packDataset, unpackDataset } from './compute/pack-dataset.js';
export { summarizeFindings } from './compute/summarize-findings.js';
export { type DeletionJobInput, deleteDatasetData } from './data/delete-dataset-data.js';
export { deletionJobKind } from './data/deletion-job.js';
export { getDatasetSummary } from './data/get-dataset-summary.js';
export { listDatasets } from './data/list-datasets.js';
export {
  collections,
  type DatasetRecord,
  datasetsAs,
  modelsAs,
  type PackedDataset,
  resultsAs,
  type StoredDataset,
  type StoredDescription,
  type StoredFeedback,
  type StoredResults,
  type StoredSubscriptions,
  type UploadTicket,
} from './entities.js';
export { analysisEnvelope } from './envelope.js';
export {
  analysisRefusals,
  datasetNotFound,
  datasetNotTrained,
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
  failed,
  type JobOutcome,
  succeeded,
  unknownDatasetOutcome,
  type Webhook,
} from './jobs/job-outcome.js';
export { startJob } from './jobs/start-job.js';
export { usableWebhook } from './jobs/usable-webhook.js';
export { makeUuid } from './make-uuid.js';
export { type KnownDataset, loadPrediction, type PredictionWork } from './predictions/load-prediction.js';
export { repeatedId } from './repeated-id.js';
export { findResults } from './results/find-results.js';
export { pageOf } from './results/page-of.js';
export type { SeededPrediction } from './seed/put-prediction.js';
export {
  type AnalysisSeed,
  readAnalysisSeed,
  readTrainingOfAll,
  type SeededTenant,
  type SeedReader,
} from './seed/read-analysis-seed.js';
export { seedPrediction } from './seed/seed-prediction.js';
export { seededModel } from './seed/seeded-model.js';
export { shiftDates } from './seed/shift-dates.js';
export type { AnalysisService, DatasetShape } from './service.js';
export { pageSize } from './settings.js';
export { addSubscriptions, putSubscriptions } from './subscriptions/add-subscriptions.js';
export { getSubscriptions } from './subscriptions/get-subscriptions.js';
export { unsubscribeDatasets } from './subscriptions/unsubscribe-datasets.js';
export { uniqueItems } from './unique-items.js';
export { createPresignedUrl } from './uploads/create-presigned-url.js';
export { descriptionsJobKind } from './uploads/descriptions-job.js';
export { type UploadJobInput, uploadData } from './uploads/upload-data.js';
export { uploadJobKind } from './uploads/upload-job.js';
