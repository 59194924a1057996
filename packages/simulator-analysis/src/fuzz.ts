/** Shared parts of the generated requests to the three analysis services. */
export type { AnalysisFuzz } from './fuzz/analysis-fuzz.js';
