/** The computations of the automatic rostering API in worker threads. */
export { analyzeText, checkText, feasibilityReport } from './checks/analyze-text.js';
export { resultText } from './jobs/result-text.js';
export { solveDefinition } from './jobs/solve-definition.js';
export { createRosterFigures } from './roster-figures.js';
