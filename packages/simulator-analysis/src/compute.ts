/** The functions that compute analysis jobs. Worker threads import only these, and neither package nor kernel. */
export { checkRequest } from './compute/check-request.js';
export { type UploadValidators, uploadValidators } from './compute/check-upload.js';
export { deleteRecords } from './compute/delete-records.js';
export { keepDescriptions } from './compute/keep-descriptions.js';
export { mergeUpload } from './compute/merge-upload.js';
export { packDataset, unpackDataset } from './compute/pack-dataset.js';
export { summarizeFindings } from './compute/summarize-findings.js';
export { collections, datasetsAs, modelCollection, resultsAs } from './entities.js';
export { notTrained } from './errors.js';
export { failedOutcome, succeededOutcome, unknownDatasetOutcome } from './jobs/job-outcome.js';
export { usableWebhook } from './jobs/usable-webhook.js';
export { makeUuid } from './make-uuid.js';
export { repeatedId } from './repeated-id.js';
export { uniqueItems } from './unique-items.js';
