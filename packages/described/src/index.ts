/**
 * Serves an API from its OpenAPI description.
 *
 * @packageDocumentation
 */

export { createMinimalValue } from './answer/create-minimal-value.js';
export type { CustomHandler, CustomHandlers, CustomParts } from './custom-parts.js';
export {
  type DescribedApi,
  type DescribeOptions,
  describeApi,
  loadWrittenContract,
  type ScratchSeed,
} from './describe-api.js';
export { describeResponse } from './explain-behavior.js';
export type { ExplainedOperation, PlanExplanation } from './explain-plan.js';
export { modulo, toDigits } from './meaning/check-digits.js';
export { createValueGenerator, type ValueGenerator } from './meaning/create-value-generator.js';
export { createFaker, loadFaker } from './meaning/load-faker.js';
export { collectMentionedValues, findSubject, isScope, type KnownValue } from './memory/known-value.js';
export {
  cookieEnd,
  isSecretPosition,
  type MessageParts,
  parseReadableBody,
  separateCookies,
  toKeyText,
  type ValuesByPosition,
  valuesByPosition,
  valuesOfResponse,
} from './memory/message-values.js';
export { findSender, type RequestSender, toTarget } from './memory/request-sender.js';
export { type DraftCredentials, draftCredentials } from './self-check/draft-credentials.js';
export {
  type DraftBody,
  type DraftRequest,
  draftRequest,
  draftValue,
  isValidBody,
  varyBody,
} from './self-check/draft-request.js';
export { encodePlanned, PlanClient, type PlannedRequest, type PlannedValues } from './self-check/plan-client.js';
export type { ScratchSender } from './self-check/plan-trial.js';
export type { PlanRepairs, RepairOptions, ScratchPlan } from './self-check/repair-plan.js';
export type { UnheldPlan } from './self-check/try-plan.js';
