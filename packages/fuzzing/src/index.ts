/**
 * Requests made up from an API's description, good ones and spoiled ones, and the findings about the answers.
 *
 * @packageDocumentation
 */
export { Chance } from './chance.js';
export { multipartBody, multipartType, partsOf } from './form-body.js';
export { type FuzzFinding, type FuzzOptions, type FuzzReport, fuzzContract } from './fuzz-contract.js';
export { RequestGenerator } from './generate-request.js';
export { guessSchema } from './guess-schema.js';
export { type Defect, judgeAnswer, refusalByContract } from './judge-answer.js';
export type { Known } from './known.js';
export type { MadeRequest } from './made-request.js';
export type { Mutant } from './mutant.js';
export { otherBytes } from './mutate-file.js';
export { mutateValue } from './mutate-value.js';
export { type Answer, pathOf, sendRequest } from './send-request.js';
export { spoilRequest } from './spoil-request.js';
export { zipOf } from './zip-of.js';
