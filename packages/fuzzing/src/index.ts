/**
 * Valid and mutated requests generated from an API's description, and findings about the responses.
 *
 * @packageDocumentation
 */

export { compareBehavior } from './compare-behavior.js';
export { writeZip } from './create-zip.js';
export {
  checkFidelity,
  type FidelityFinding,
  type FidelityOptions,
  type FidelityReport,
} from './fidelity/check-fidelity.js';
export { type FuzzReport, fuzzContract } from './fuzz-contract.js';
export type { KnownRequests } from './generated-request.js';
export { type EventReceiver, type FuzzFinding, type FuzzOptions, toStop } from './judge-request.js';
export { SeededRandom } from './seeded-random.js';
export { findToken } from './state/known-user.js';
export { outOfTime, type StatementResult } from './statement-result.js';
