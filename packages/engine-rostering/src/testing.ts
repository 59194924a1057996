/** Generators and bounds for tests and benchmarks. Sources only: not published. */
export type { BenchDefinition } from './testing/bench-definition.js';
export { lowerBound } from './testing/lower-bound.js';
export { shiftScheduling } from './testing/shift-scheduling.js';
