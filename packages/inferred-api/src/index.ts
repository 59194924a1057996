/**
 * An API from its OpenAPI description only.
 *
 * @packageDocumentation
 */

export type { CustomHandler, CustomHandlers, CustomParts } from './custom-parts.js';
export { type DescribedApi, type DescribeOptions, describeApi } from './describe-api.js';
export type { DraftClaim, DraftCriterion, DraftStep, OperationDraft } from './draft/draft.js';
export { draftCredentials } from './draft/draft-credentials.js';
export { type DraftBody, draftRequest } from './draft/draft-request.js';
export { draftScenarios } from './draft/draft-scenarios.js';
export { generateClient } from './draft/generate-client.js';
export { generateTypes } from './draft/generate-types.js';
export type { ExplainedOperation, PlanExplanation } from './explain-plan.js';
export { getMember, setMember } from './handle/member-path.js';
export { entitySchema } from './infer/entity-schema.js';
export { inferPlan } from './infer/infer-plan.js';
export type { ApiPlan, OperationPlan } from './infer/plan.js';
export type { Resource } from './infer/resource.js';
export { Anonymizer } from './learn/anonymizer.js';
export type { LearnedOperation } from './learn/describe-recording.js';
export { formatAgreement, formatEvidence, type LearnedStatement, listStatements } from './learn/format-evidence.js';
export {
  type LearnedApi,
  type LearnedDescription,
  type LearnOptions,
  learnApi,
  replayLearnedApi,
} from './learn/learn-api.js';
export { learnSeed } from './learn/learn-seed.js';
export { type RecordedEntry, type RecordedExchange, readExchanges } from './learn/recorded-exchange.js';
export { type ReplayAgreement, type ReplaySender, summarizeReplay } from './learn/replay.js';
export { createValueGenerator, type ValueGenerator } from './meaning/create-value-generator.js';
export { encodePlanned, PlanClient, type PlannedRequest, type PlannedValues } from './state/plan-client.js';
export type { ScratchSender } from './try-plan.js';
