import { addDays, daysPerUnit, type Frequency, type Granularity } from '../calendar.js';
import { gammaQuantile, normalQuantile } from '../distributions.js';
import { round } from '../numbers.js';
import {
  type CumulativeDemand,
  computeCumulativeDemand,
  computeVarianceGrowth,
  type DemandPoint,
  placePoints,
  selectDemandWindow,
} from './cumulative-demand.js';

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
  /** The time that an order covers beyond the lead time. Default and minimum: the replenishment interval. */
  planningPeriod?: Duration | undefined;
  /** The review period, which is the time until the next suggestion. Suggestions are valid that long. */
  replenishmentInterval: Duration;
  /** Open purchase orders. All of them count, regardless of date, because an overdue order is still expected. */
  inventoryOrders?: readonly { quantity: number }[] | undefined;
  /** Known sales orders in addition to the forecast. All of them count, because an overdue order must still ship. */
  futureSalesOrders?: readonly { quantity: number }[] | undefined;
  /** Stock to keep in reserve if it is more than the safety stock. Defaults to 0. */
  minimumInventory?: number | undefined;
  /** Maximum for stock plus open orders. There is no default maximum. */
  maximumInventory?: number | undefined;
}

/** Below this skewness the approximation by Wilson and Hilferty is exact to five digits. */
const nearlyNormal = 0.05;

/**
 * Quantile of Pearson's type III distribution, a shifted gamma distribution, with mean 0 and standard deviation 1
 * (Burgin 1975; Silver, Pyke and Peterson 1998, section 7.7).
 */
function standardQuantile(probability: number, skewness: number): number {
  const z = normalQuantile(probability);
  if (!(skewness > 0)) return z;
  if (skewness < nearlyNormal) {
    // Wilson and Hilferty: the cube root of a gamma distributed number is nearly normal.
    const sixth = skewness / 6;
    return ((1 + sixth * z - sixth * sixth) ** 3 - 1) / (3 * sixth);
  }
  const shape = 4 / (skewness * skewness);
  return (gammaQuantile(1 - probability, shape) - shape) / Math.sqrt(shape);
}

/** Sums of decimals are inexact, so this share of a batch is ignored ... */
const shareTolerance = 1e-9;
/** ... if it is also less than the last decimal of a result. */
const quantityTolerance = 1e-6;

/** Returns the effective batch size, which is 1 if no positive size is given. */
function roundUpToBatch(batchSize: number | undefined): number {
  return batchSize !== undefined && batchSize > 0 ? batchSize : 1;
}

/** Rounds `wanted` up to whole batches within `room`, from 0 on (`inventory.gap.suggestion-formulas`). */
function computeOrderQuantity(wanted: number, room: number, batch: number): number {
  let needed = Math.max(0, Math.ceil(wanted / batch - shareTolerance));
  if (wanted - needed * batch > quantityTolerance) needed += 1;
  let fitting = Math.max(0, Math.floor(room / batch + shareTolerance));
  if (fitting > 0 && fitting * batch - room > quantityTolerance) fitting -= 1;
  return Math.min(needed, fitting) * batch;
}

/**
 * Computes the stock above mean demand with which a share `serviceLevel` of windows has no stock-out; 0 up to a half.
 * Scarce demand comes in whole units: the continuity correction subtracts half a `unit`, which is 1 or less.
 */
function safetyStockFor(serviceLevel: number, demand: CumulativeDemand, unit: number): number {
  const k = standardQuantile(serviceLevel, demand.skewness);
  if (serviceLevel <= 0.5) return 0;
  return Math.max(0, k * demand.standardDeviation - (unit / 2) * demand.scarce);
}

/** Maximum number of days: ten thousand years, the range of four-digit years. */
const longest = 3_652_425;

/** One suggested quantity with its first and last day, YYYY-MM-DD. */
interface Suggestion {
  quantity: number;
  validDateInterval: { startDate: string; endDate: string };
}

export interface Suggestions {
  safetyStockSuggestion: Suggestion;
  reorderPointSuggestion: Suggestion;
  replenishmentSuggestion: Suggestion;
}

/**
 * Suggests purchases for a periodic review with order-up-to levels, by the formulas in
 * `inventory.gap.suggestion-formulas` (Silver, Pyke and Peterson 1998, section 7.9; Axsäter 2006, sections 5.3 and
 * 5.14). With L the lead time, R the replenishment interval and P the planning period, at least R:
 *
 * - safety stock = quantile(wantedServiceLevel) - mean of the demand over L + R, because today's order is the last one
 * to help before the next one arrives. It is 0 up to a service level of one half.
 * - reorder point = mean demand over L + safety stock.
 * - inventory position = stock + open orders - future sales orders.
 * - replenishment = mean demand over L + P + max(safety stock, minimum) - position, rounded up to whole batches,
 * limited so that stock and open orders are within the maximum.
 *
 * Only dates, predictions and interval limits of the points matter. Intervals before `currentDate` are ignored
 * (`inventory.gap.realtime-freeze-date`). The current one counts for its remaining part. Intervals without a point
 * count as the mean of the others.
 *
 * @throws RangeError if `wantedServiceLevel` is not strictly between 0 and 1, or a date does not exist.
 */
export function suggestPurchases(
  parameters: SuggestionParameters,
  options: { forecast: readonly DemandPoint[]; frequency: Frequency; currentDate: string },
): Suggestions {
  const { frequency, currentDate } = options;
  const { supplier, replenishmentInterval, planningPeriod } = parameters;
  const points = placePoints(options.forecast, currentDate, frequency);
  const growth = computeVarianceGrowth(points);
  const demandOver = (intervals: number): CumulativeDemand =>
    computeCumulativeDemand(selectDemandWindow(points, intervals), growth);
  const leadTime = intervalsIn(supplier.leadTime, frequency);
  const review = intervalsIn(replenishmentInterval, frequency);
  const planned = Math.max(review, planningPeriod === undefined ? 0 : intervalsIn(planningPeriod, frequency));

  const unit = Math.min(1, roundUpToBatch(supplier.batchSize));
  const safetyStock = safetyStockFor(parameters.wantedServiceLevel, demandOver(leadTime + review), unit);
  const reorderPoint = Math.max(0, demandOver(leadTime).mean + safetyStock);

  const expected = parameters.currentInventoryLevel + total(parameters.inventoryOrders);
  const wanted =
    demandOver(leadTime + planned).mean +
    total(parameters.futureSalesOrders) +
    Math.max(safetyStock, parameters.minimumInventory ?? 0);
  const room = (parameters.maximumInventory ?? Number.POSITIVE_INFINITY) - expected;
  const order = computeOrderQuantity(wanted - expected, room, roundUpToBatch(supplier.batchSize));

  const endDate = addDays(currentDate, daysOf(replenishmentInterval));
  const present = (quantity: number): Suggestion => ({
    quantity: round(quantity),
    validDateInterval: { startDate: currentDate, endDate },
  });
  return {
    safetyStockSuggestion: present(safetyStock),
    reorderPointSuggestion: present(reorderPoint),
    replenishmentSuggestion: present(order),
  };
}

/** Returns the days of a duration, limited to a range in which demand remains a finite number. */
function daysOf({ value, granularity }: Duration): number {
  return Math.min(longest, Math.max(0, value * daysPerUnit[granularity]));
}

function intervalsIn(duration: Duration, frequency: Frequency): number {
  return daysOf(duration) / daysPerUnit[frequency];
}

function total(orders: readonly { quantity: number }[] | undefined): number {
  return (orders ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
}
