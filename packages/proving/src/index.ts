/**
 * Drafts scenarios, claims and types of a described API.
 *
 * @packageDocumentation
 */

export type { DraftClaim, DraftCriterion, DraftStep, OperationDraft } from './draft.js';
export { draftScenarios } from './draft-scenarios.js';
export { generateClient } from './generate-client.js';
export { generateTypes } from './generate-types.js';
