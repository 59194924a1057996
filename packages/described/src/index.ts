/**
 * Serves an API from its OpenAPI description.
 *
 * @packageDocumentation
 */

export { createMinimalValue } from './answer/create-minimal-value.js';
export { formatInstant, instantFormats, literalPattern, resolveFirst } from './cases/create-evaluator.js';
export { describeCase } from './cases/describe-case.js';
export { extractFeatures } from './cases/extract-features.js';
export { collectMentionedValues, findSubject, type KnownValue } from './cases/known-value.js';
export {
  cutPage,
  findRequestOwner,
  formatSelf,
  type Made,
  type MadeList,
  type RequestOwner,
  selectMadeValues,
} from './cases/made-list.js';
export {
  type CaseMessage,
  isSecretPosition,
  parseReadableBody,
  toKeyText,
  type ValuesByPosition,
  valuesByPosition,
} from './cases/message.js';
export { escapeLiteral, repeatMarker } from './cases/template.js';
export { listKnownFields, readAtPosition, readExpression, readKnownMember } from './cases/value-at.js';
export type { CustomHandler, CustomHandlers, CustomParts } from './custom-parts.js';
export { type DescribedApi, type DescribeOptions, describeApi, type ScratchSeed } from './describe-api.js';
export type { ExplainedOperation, PlanExplanation } from './explain-plan.js';
export { modulo, toDigits } from './meaning/check-digits.js';
export { createValueGenerator, type ValueGenerator } from './meaning/create-value-generator.js';
export { type DraftCredentials, draftCredentials } from './self-check/draft-credentials.js';
export { type DraftBody, type DraftRequest, draftRequest, draftValue, varyBody } from './self-check/draft-request.js';
export { encodePlanned, PlanClient, type PlannedRequest, type PlannedValues } from './self-check/plan-client.js';
export type { ScratchSender } from './self-check/plan-trial.js';
export type { PlanRepairs, RepairOptions, ScratchPlan } from './self-check/repair-plan.js';
