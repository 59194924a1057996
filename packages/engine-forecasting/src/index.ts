/**
 * Sales forecasting, purchase suggestions and inventory classification as pure functions: JSON in, JSON out, without
 * clock, randomness or I/O.
 *
 * @packageDocumentation
 */
export type { Frequency } from './calendar.js';
export { type AbcDriver, classifySales } from './classify/classify.js';
export { forecastSales } from './forecast.js';
export { type SuggestionParameters, suggestPurchases } from './suggest/suggest.js';
export { type SaleRecord, toHistoricalData, toSeries } from './to-series.js';
export { type TrainedModel, trainModel } from './train.js';
