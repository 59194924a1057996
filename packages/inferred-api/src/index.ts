/**
 * An API from its OpenAPI description only.
 *
 * @packageDocumentation
 */
export { type DescribedApi, type DescribeOptions, describeApi } from './describe-api.js';
export type { Draft, DraftClaim, DraftCriterion, DraftStep } from './draft/draft.js';
export { draftScenarios } from './draft/draft-scenarios.js';
export { typesOf } from './draft/types-of.js';
export type { Explained, Explanation } from './explain.js';
export type { OwnHandler, OwnHandlers, OwnParts } from './own-parts.js';
export type { ScratchSender } from './try-plan.js';
