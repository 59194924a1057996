/** The functions that compute analysis jobs. Worker threads import only this module, not the package or the kernel. */
export { checkRequest } from './compute/check-request.js';
export { createUploadValidators, type UploadValidators } from './compute/check-upload.js';
export { deleteRecords } from './compute/delete-records.js';
export { mergeUpload } from './compute/merge-upload.js';
export { packDataset, unpackDataset } from './compute/pack-dataset.js';
export { storeDescriptions } from './compute/store-descriptions.js';
export { summarizeFindings } from './compute/summarize-findings.js';
export { deriveUuid } from './derive-uuid.js';
export { dropDuplicates } from './drop-duplicates.js';
export {
  analysisCollections,
  defineDatasetCollection,
  defineModelCollection,
  defineResultsCollection,
} from './entities.js';
export { notTrainedMessage } from './errors.js';
export { findRepeatedId } from './find-repeated-id.js';
export { findUsableWebhook } from './jobs/find-usable-webhook.js';
export { createFailedOutcome, createSucceededOutcome, createUnknownDatasetOutcome } from './jobs/job-outcome.js';
