/**
 * Requests generated from an API's description, valid and mutated ones, and the findings about the answers.
 *
 * @packageDocumentation
 */

export { type CheckedResponse, checkResponse, type InternalError } from './check-response.js';
export { compareBehavior } from './compare-behavior.js';
export { createZip, writeZip } from './create-zip.js';
export {
  checkFidelity,
  type FidelityFinding,
  type FidelityOptions,
  type FidelityReport,
} from './fidelity/check-fidelity.js';
export { encodeMultipart, multipartContentType, toFormParts } from './form-body.js';
export { type FuzzReport, fuzzContract } from './fuzz-contract.js';
export { guessSchema, RequestGenerator } from './generate-request.js';
export type { GeneratedRequest, MutatedValue, RequestValues } from './generated-request.js';
export { type EventReceiver, type FuzzFinding, type FuzzOptions, refusalOf } from './judge-request.js';
export { mutateBytes } from './mutate-file.js';
export { mutateRequest } from './mutate-request.js';
export { mutateValue } from './mutate-value.js';
export { SeededRandom } from './seeded-random.js';
export { fillPath, type ReceivedResponse, sendRequest } from './send-request.js';
export type { StatementResult } from './statement-result.js';
