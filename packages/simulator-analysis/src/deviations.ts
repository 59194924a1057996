/**
 * Planted faults that the three analysis services share.
 *
 * @example
 * const deviations = { ...analysisDeviations(service, { resultsKey: 'results', ... }), ...own };
 */
export { analysisDeviations } from './deviations/analysis-deviations.js';
export { growBy } from './deviations/analysis-parts.js';
export type { DeviationFacts } from './deviations/deviation-facts.js';
export { uploadDeviations } from './deviations/upload-deviations.js';
