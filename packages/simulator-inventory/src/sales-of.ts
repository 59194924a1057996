import type { Sale } from '@understudy/engine-forecasting';
import type { StoredDataset } from '@understudy/simulator-analysis';

/** The sales of a stored dataset; a price that was not given counts as 0 (inventory.gap.required-fields). */
export function salesOf({ records }: StoredDataset): Sale[] {
  return records.map(({ departureDate, quantity, unitPrice, unitCost }) => ({
    date: String(departureDate),
    quantity: Number(quantity),
    unitPrice: Number(unitPrice ?? 0),
    unitCost: Number(unitCost ?? 0),
  }));
}
