/** Generators for tests and benchmarks. Sources only: not published. */

export { type BenchDefinition, createShiftScheduling } from './testing/shift-scheduling.js';
