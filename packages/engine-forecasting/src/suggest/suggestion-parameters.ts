import type { Granularity } from '../calendar.js';

/** A length of time: D = 1, W = 7, M = 30, Y = 365 days per unit (`inventory.gap.granularity-values`). */
export interface Duration {
  value: number;
  granularity: Granularity;
}

/** Parameters of purchase suggestions, quantities in units. Defaults by `inventory.gap.required-fields`. */
export interface SuggestionParameters {
  /** Units in stock now; below 0 when sales wait for stock. */
  currentInventoryLevel: number;
  /** Share of replenishment cycles without a stock-out, strictly between 0 and 1. */
  wantedServiceLevel: number;
  /** Orders are whole batches; default 1. */
  supplier: { leadTime: Duration; batchSize?: number | undefined };
  /** Time that an order shall cover beyond the lead time; at least, and by default, the replenishment interval. */
  planningPeriod?: Duration | undefined;
  /** Review period: time until the next suggestion. The suggestions are valid that long. */
  replenishmentInterval: Duration;
  /** Open purchase orders. All of them count, whatever their date: an overdue one is still expected. */
  inventoryOrders?: readonly { quantity: number }[] | undefined;
  /** Known sales orders on top of the forecast. All of them count, whatever their date: an overdue one still has to leave. */
  futureSalesOrders?: readonly { quantity: number }[] | undefined;
  /** Stock to be held in reserve where it is more than the safety stock; default 0. */
  minimumInventory?: number | undefined;
  /** Stock and open orders never to exceed; default none. */
  maximumInventory?: number | undefined;
}
