/** Generators and bounds for tests and benchmarks. Sources only: not published. */

export { computeLowerBound } from './testing/lower-bound.js';
export { type BenchDefinition, createShiftScheduling } from './testing/shift-scheduling.js';
