import type { Granularity } from '../calendar.js';

/** A length of time: D = 1, W = 7, M = 30, Y = 365 days per unit (`inventory.gap.granularity-values`). */
export interface Duration {
  value: number;
  granularity: Granularity;
}

/** Parameters for purchase suggestions. Quantities are in units. Defaults follow `inventory.gap.required-fields`. */
export interface SuggestionParameters {
  /** Units currently in stock. Negative if there are backorders. */
  currentInventoryLevel: number;
  /** Share of replenishment cycles without a stock-out, strictly between 0 and 1. */
  wantedServiceLevel: number;
  /** Orders are whole batches. The default batch size is 1. */
  supplier: { leadTime: Duration; batchSize?: number | undefined };
  /**
   * The time that an order covers beyond the lead time. At least the replenishment interval, which is also the default.
   */
  planningPeriod?: Duration | undefined;
  /** The review period, which is the time until the next suggestion. Suggestions are valid that long. */
  replenishmentInterval: Duration;
  /** Open purchase orders. All of them count, regardless of date, because an overdue order is still expected. */
  inventoryOrders?: readonly { quantity: number }[] | undefined;
  /**
   * Known sales orders in addition to the forecast. All of them count, regardless of date, because an overdue order
   * must still ship.
   */
  futureSalesOrders?: readonly { quantity: number }[] | undefined;
  /** Stock to keep in reserve if it is more than the safety stock. Defaults to 0. */
  minimumInventory?: number | undefined;
  /** Maximum for stock plus open orders. There is no default maximum. */
  maximumInventory?: number | undefined;
}
