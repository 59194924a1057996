/**
 * Deviations shared by the three analysis services.
 *
 * @example const deviations = { ...analysisDeviations(service, { resultsKey: 'results', ... }), ...own };
 */
export { analysisDeviations } from './deviations/analysis-deviations.js';
export type { DeviationFacts } from './deviations/analysis-parts.js';
export { growBy } from './deviations/analysis-parts.js';
export { uploadDeviations } from './deviations/upload-deviations.js';
