/** The functions that compute analysis jobs. Worker threads import only this module, not the package or the kernel. */
export { checkRequest, createUploadValidators, summarizeFindings } from './compute/check-upload.js';
export { deleteRecords, mergeUpload, packDataset, storeDescriptions, unpackDataset } from './compute/merge-upload.js';
export { deriveUuid } from './derive-uuid.js';
export { dropDuplicates, findRepeatedId } from './drop-duplicates.js';
export {
  analysisCollections,
  defineDatasetCollection,
  defineModelCollection,
  defineResultsCollection,
} from './entities.js';
export { notTrainedMessage } from './errors.js';
export {
  createFailedOutcome,
  createSucceededOutcome,
  createUnknownDatasetOutcome,
  findUsableWebhook,
} from './jobs/job-outcome.js';
