/**
 * Creates an API from its OpenAPI description, with custom handlers.
 *
 * @packageDocumentation
 */

export type { CustomHandler, CustomHandlers, CustomParts } from './custom-parts.js';
export { type DescribedApi, type DescribeOptions, describeApi } from './describe-api.js';
export type { ExplainedOperation, PlanExplanation } from './explain-plan.js';
export type { ScratchSender } from './self-check/plan-trial.js';
