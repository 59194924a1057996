/** Sums of decimals are not exact: this share of a batch is no batch ... */
const shareTolerance = 1e-9;
/** ... as long as it is less than the last decimal of a result. */
const quantityTolerance = 1e-6;

/** Returns the effective batch size: 1 without a positive one. */
export function roundUpToBatch(batchSize: number | undefined): number {
  return batchSize !== undefined && batchSize > 0 ? batchSize : 1;
}

/**
 * Rounds `wanted` up to whole batches within `room` (`inventory.gap.suggestion-formulas`). Never returns a negative
 * number.
 */
export function computeOrderQuantity(wanted: number, room: number, batch: number): number {
  let needed = Math.max(0, Math.ceil(wanted / batch - shareTolerance));
  if (wanted - needed * batch > quantityTolerance) needed += 1;
  let fitting = Math.max(0, Math.floor(room / batch + shareTolerance));
  if (fitting > 0 && fitting * batch - room > quantityTolerance) fitting -= 1;
  return Math.min(needed, fitting) * batch;
}
