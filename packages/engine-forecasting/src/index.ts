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
export { type Frequency, type Granularity, toIntervalStart } from './calendar.js';
export type { AbcCategory } from './classify/abc-category.js';
export { type AbcDriver, type ClassificationItem, classifySales } from './classify/classify.js';
export type { DemandType } from './classify/demand-type.js';
export type { TrendDirection } from './classify/detect-trend.js';
export type { ErrorIntervals } from './error-intervals.js';
export { type ForecastPoint, forecastSales } from './forecast.js';
export { type HistoricalPoint, toHistoricalData } from './historical-data.js';
export { listModels } from './models/list-models.js';
export type {
  AdditiveFit,
  ForecastModel,
  LogarithmicFit,
  MeanFit,
  ModelFit,
  MultiplicativeFit,
  SeasonWave,
  SeriesHistory,
  TrendCurve,
} from './models/model.js';
export { type Projection, projectFit } from './models/project.js';
export type { DemandPoint } from './suggest/demand-window.js';
export { type Suggestion, type Suggestions, suggestPurchases } from './suggest/suggest.js';
export type { Duration, SuggestionParameters } from './suggest/suggestion-parameters.js';
export { type SaleRecord, type SalesSeries, toSeries } from './to-series.js';
export { type TrainedModel, trainModel } from './train.js';
