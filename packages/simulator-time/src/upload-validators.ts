import { timeContract } from './time-contract.js';

/** The contract's checks of the parts of a raw-data upload. */
export function uploadValidators() {
  return { dataset: timeContract.validator('TimeDataset'), webhook: timeContract.validator('Webhook') };
}

/** The contract's checks of the parts of an upload of descriptions. */
export function descriptionValidators() {
  return { dataset: timeContract.validator('TimeDatasetDescription'), webhook: timeContract.validator('Webhook') };
}
