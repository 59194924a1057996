/** Generators and bounds for tests and benchmarks. Sources only: not published. */
export type { BenchDefinition, BenchRule } from './testing/bench-definition.js';
export type { Shift } from './testing/judge-types.js';
export { itemOf, range } from './testing/lists.js';
export { lowerBound } from './testing/lower-bound.js';
export { type SchedulingSize, shiftScheduling } from './testing/shift-scheduling.js';
export { type Uniform, uniform } from './testing/uniform.js';
