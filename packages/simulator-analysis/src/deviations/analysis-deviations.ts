import type { Deviations } from '@understudy/kernel/deviations';
import type { AnalysisService } from '../service.js';
import { analysisAuth } from './analysis-auth.js';
import { analysisData } from './analysis-data.js';
import { analysisJobs } from './analysis-jobs.js';
import type { DeviationFacts } from './analysis-parts.js';

/** All shared deviations for one analysis service. */
export function analysisDeviations(service: AnalysisService, facts: DeviationFacts): Deviations {
  return { ...analysisJobs(service, facts), ...analysisData(service, facts), ...analysisAuth(service.prefix) };
}
