/** Generators and bounds for tests and benchmarks. Sources only: not published. */
export type { BenchDefinition } from './testing/bench-definition.js';
export { computeLowerBound } from './testing/lower-bound.js';
export { createShiftScheduling } from './testing/shift-scheduling.js';
