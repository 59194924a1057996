/** Generators and checks for tests and benchmarks. They are not published. */

export { checkSolverDuties } from './testing/check-solver-duties.js';
export { type BenchDefinition, createShiftScheduling } from './testing/shift-scheduling.js';
