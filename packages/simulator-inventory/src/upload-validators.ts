import { inventoryContract } from './inventory-contract.js';

/** The contract's checks of an upload's parts. */
export function uploadValidators() {
  return { dataset: inventoryContract.validator('InventoryDataset'), webhook: inventoryContract.validator('Webhook') };
}
