/** What generated requests to the three analysis services need alike. */
export type { AnalysisFuzz } from './fuzz/analysis-fuzz.js';
