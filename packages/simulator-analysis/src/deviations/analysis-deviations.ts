import type { Deviations } from '@understudy/kernel/deviations';
import type { AnalysisService } from '../service.js';
import { analysisAuth } from './analysis-auth.js';
import { analysisData } from './analysis-data.js';
import { analysisJobs } from './analysis-jobs.js';
import type { DeviationFacts } from './analysis-parts.js';

/** Deviations from what the three analysis services share, for one of them. */
export function analysisDeviations(service: AnalysisService, facts: DeviationFacts): Deviations {
  return { ...analysisJobs(service, facts), ...analysisData(service, facts), ...analysisAuth(service.prefix) };
}
