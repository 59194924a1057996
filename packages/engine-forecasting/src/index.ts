/**
 * Sales forecasting, purchase suggestions and inventory classification as pure functions: JSON in, JSON out, no clock,
 * no chance, no input or output.
 *
 * @example
 * ```ts
 * import { forecast, suggest, train } from '@understudy/engine-forecasting';
 *
 * const sales = [
 *   { date: '2026-01-12', quantity: 4, unitPrice: 9.5, unitCost: 6 },
 *   { date: '2026-01-13', quantity: 6, unitPrice: 9.5, unitCost: 6 },
 * ];
 * const currentDate = '2026-01-14';
 * const model = train(sales, { frequency: 'D', horizon: 7, currentDate });
 * const points = forecast(model, sales, { currentDate });
 * points[0]?.predictedQuantity; // 5
 * const { replenishmentSuggestion } = suggest(
 *   {
 *     currentInventoryLevel: 10,
 *     wantedServiceLevel: 0.5,
 *     supplier: { leadTime: { value: 2, granularity: 'D' }, batchSize: 6 },
 *     replenishmentInterval: { value: 1, granularity: 'W' },
 *   },
 *   { forecast: points, frequency: 'D', currentDate },
 * );
 * replenishmentSuggestion.quantity; // 36: nine days of 5 less 10 in stock, in batches of 6
 * ```
 *
 * @packageDocumentation
 */
export { type Frequency, type Granularity, intervalStart } from './calendar.js';
export type { AbcCategory } from './classify/abc-category.js';
export { type AbcDriver, type ClassificationItem, classify } from './classify/classify.js';
export type { DemandType } from './classify/demand-type.js';
export type { Trend } from './classify/trend.js';
export type { ErrorIntervals } from './error-intervals.js';
export { type ForecastPoint, forecast } from './forecast.js';
export { type HistoricalPoint, historicalData } from './historical-data.js';
export type {
  AdditiveFit,
  Curve,
  Fit,
  History,
  LogarithmicFit,
  MeanFit,
  Model,
  MultiplicativeFit,
  Wave,
} from './models/model.js';
export { modelsFor } from './models/models-for.js';
export { type Projection, project } from './models/project.js';
export type { DemandPoint } from './suggest/demand-window.js';
export { type Suggestion, type Suggestions, suggest } from './suggest/suggest.js';
export type { Duration, SuggestionParameters } from './suggest/suggestion-parameters.js';
export { type Sale, type Series, toSeries } from './to-series.js';
export { type TrainedModel, train } from './train.js';
