/**
 * Infers the behavior of an API from its OpenAPI description.
 *
 * @packageDocumentation
 */

export { describeNotModified } from './infer/describe-not-modified.js';
export { inferPlan } from './infer/infer-plan.js';
export {
  loadOpenApi,
  loadWrittenOpenApi,
  type ServedDescription,
  type WrittenDescription,
} from './load/load-open-api.js';
export { nameDescription } from './load/name-description.js';
export { findSignInPaths } from './load/sign-in-paths.js';
export { type DescribedRules, listRules, type UnreadRule } from './prose/list-rules.js';
export { inferenceRules } from './rules/rules.js';
