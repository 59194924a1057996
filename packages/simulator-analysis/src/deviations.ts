import type { Deviations } from '@understudy/kernel/deviations';
import { analysisAuth } from './deviations/analysis-auth.js';
import { analysisData } from './deviations/analysis-data.js';
import { analysisJobs } from './deviations/analysis-jobs.js';
import type { DeviationFacts } from './deviations/analysis-parts.js';
import type { AnalysisService } from './service.js';

/**
 * Deviations shared by the three analysis services.
 *
 * @example const deviations = { ...analysisDeviations(service, { resultsKey: 'results', ... }), ...own };
 */
export type { DeviationFacts } from './deviations/analysis-parts.js';
export { growBy } from './deviations/analysis-parts.js';
export { uploadDeviations } from './deviations/upload-deviations.js';

/** All shared deviations for one analysis service. */
export function analysisDeviations(service: AnalysisService, facts: DeviationFacts): Deviations {
  return { ...analysisJobs(service, facts), ...analysisData(service, facts), ...analysisAuth(service.prefix) };
}
