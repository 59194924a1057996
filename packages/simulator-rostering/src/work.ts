/** The computations of the automatic rostering API in worker threads. */
export { analyzeText, checkText, feasibilityReport } from './checks/analyze-text.js';
export { createRosterInspection } from './inspect/inspection-of.js';
export { resultText } from './jobs/result-text.js';
export { solveDefinition } from './jobs/solve-definition.js';
