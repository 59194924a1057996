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
export { Anonymizer } from './learn/anonymizer.js';
export type { LearntOperation } from './learn/describe-recording.js';
export { agreementText, evidencePage, type Statement, statementsOf } from './learn/evidence-of.js';
export { type LearnOptions, type Learnt, type LearntFile, learnApi, proveLearnt } from './learn/learn.js';
export { learntSeed } from './learn/learnt-seed.js';
export { type RecordedEntry, type RecordedExchange, readExchanges } from './learn/recorded-exchange.js';
export { type Agreement, agreementOf, type ReplaySender } from './learn/replay.js';
export type { OwnHandler, OwnHandlers, OwnParts } from './own-parts.js';
export type { ScratchSender } from './try-plan.js';
