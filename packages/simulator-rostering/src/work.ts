/** The computations of the automatic rostering API in worker threads. */
export { analyzeText } from './checks/analyze-text.js';
export { checkText } from './checks/check-text.js';
export { feasibilityReport } from './checks/feasibility-report.js';
export { inspectionOf } from './inspect/inspection-of.js';
export { resultText } from './jobs/result-text.js';
export { solveDefinition } from './jobs/solve-definition.js';
