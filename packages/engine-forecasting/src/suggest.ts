import { addDays, daysPerUnit, type Frequency, type Granularity, intervalIndex } from './calendar.js';
import type { ForecastPoint } from './forecast.js';
import { mean } from './mean.js';
import { normalQuantile } from './normal-quantile.js';
import { round } from './round.js';

/** A length of time: D = 1, W = 7, M = 30, Y = 365 days per unit (`inventory.gap.granularity-values`). */
export interface Duration {
  value: number;
  granularity: Granularity;
}

/** What purchase suggestions depend on besides the forecast. Quantities in units; defaults by `inventory.gap.required-fields`. */
export interface SuggestionParameters {
  /** Units in stock now. */
  currentInventoryLevel: number;
  /** Share of cycles without a stock-out, strictly between 0 and 1. */
  wantedServiceLevel: number;
  /** Orders are rounded up to whole batches; default 1. */
  supplier: { leadTime: Duration; batchSize?: number | undefined };
  /** Time that an order shall cover beyond the lead time; default: the replenishment interval. */
  planningPeriod?: Duration | undefined;
  /** Time until the next suggestion; the suggestions are valid that long. */
  replenishmentInterval: Duration;
  /** Open purchase orders. All of them count, whatever their date. */
  inventoryOrders?: readonly { quantity: number }[] | undefined;
  /** Known sales orders on top of the forecast. All of them count, whatever their date. */
  futureSalesOrders?: readonly { quantity: number }[] | undefined;
  /** Stock never to fall below; default 0. */
  minimumInventory?: number | undefined;
  /** Stock never to exceed; default none. */
  maximumInventory?: number | undefined;
}

/** The forecast fields that suggestions need; `date` is any day of its interval. */
export type DemandPoint = Pick<ForecastPoint, 'date' | 'predictedQuantity' | 'lowerQuantity' | 'upperQuantity'>;

/** One suggested quantity and the days it holds for, first and last, YYYY-MM-DD. */
export interface Suggestion {
  quantity: number;
  validDateInterval: { startDate: string; endDate: string };
}

export interface Suggestions {
  safetyStockSuggestion: Suggestion;
  reorderPointSuggestion: Suggestion;
  replenishmentSuggestion: Suggestion;
}

/** Width of a 95 % interval of a normal distribution in standard deviations. */
const intervalWidth = 3.92;

/**
 * Purchase suggestions by the formulas of `inventory.gap.suggestion-formulas`. Points of intervals before the one that
 * contains `currentDate` are ignored (`inventory.gap.realtime-freeze-date`); intervals without a point count with the
 * mean of the others.
 *
 * @throws RangeError when `wantedServiceLevel` is not strictly between 0 and 1, or a date does not exist.
 */
export function suggest(
  parameters: SuggestionParameters,
  options: { forecast: readonly DemandPoint[]; frequency: Frequency; currentDate: string },
): Suggestions {
  const { frequency, currentDate } = options;
  const { supplier, replenishmentInterval } = parameters;
  const current = intervalIndex(currentDate, frequency);
  const points = options.forecast.filter(({ date }) => intervalIndex(date, frequency) >= current);
  const leadTime = intervalsIn(supplier.leadTime, frequency);
  const planned = leadTime + intervalsIn(parameters.planningPeriod ?? replenishmentInterval, frequency);

  const sigma = mean(points.map(({ lowerQuantity, upperQuantity }) => upperQuantity - lowerQuantity)) / intervalWidth;
  const safetyStock = Math.max(0, normalQuantile(parameters.wantedServiceLevel) * sigma * Math.sqrt(leadTime));
  const reorderPoint = demandOver(leadTime, points, current, frequency) + safetyStock;

  const position = parameters.currentInventoryLevel + total(parameters.inventoryOrders);
  const wanted =
    demandOver(planned, points, current, frequency) +
    total(parameters.futureSalesOrders) +
    Math.max(safetyStock, parameters.minimumInventory ?? 0);
  const batches = inBatches(Math.max(0, wanted - position), supplier.batchSize ?? 1);
  const room = Math.max(0, (parameters.maximumInventory ?? Number.POSITIVE_INFINITY) - position);

  const present = (quantity: number): Suggestion => ({
    quantity: round(quantity),
    validDateInterval: { startDate: currentDate, endDate: addDays(currentDate, daysOf(replenishmentInterval)) },
  });
  return {
    safetyStockSuggestion: present(safetyStock),
    reorderPointSuggestion: present(reorderPoint),
    replenishmentSuggestion: present(Math.min(batches, room)),
  };
}

function daysOf(duration: Duration): number {
  return duration.value * daysPerUnit[duration.granularity];
}

function intervalsIn(duration: Duration, frequency: Frequency): number {
  return daysOf(duration) / daysPerUnit[frequency];
}

/** Demand over a number of intervals, fractions included, from the interval with number `first`. */
function demandOver(intervals: number, points: readonly DemandPoint[], first: number, frequency: Frequency): number {
  const perInterval = new Map<number, number>();
  for (const { date, predictedQuantity } of points) {
    const index = intervalIndex(date, frequency);
    perInterval.set(index, (perInterval.get(index) ?? 0) + predictedQuantity);
  }
  let demand = 0;
  let covered = 0;
  for (const [index, quantity] of perInterval) {
    const share = Math.min(1, Math.max(0, intervals - (index - first)));
    demand += share * quantity;
    covered += share;
  }
  return demand + (intervals - covered) * mean([...perInterval.values()]);
}

function total(orders: readonly { quantity: number }[] | undefined): number {
  return (orders ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Rounds up to whole batches; a batch size that is not positive counts as 1. A billionth of a batch is no batch. */
function inBatches(quantity: number, batchSize: number): number {
  const batch = batchSize > 0 ? batchSize : 1;
  return Math.ceil(quantity / batch - 1e-9) * batch;
}
