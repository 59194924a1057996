/**
 * Building blocks for your own APIs: simulators in code, handlers for an API inferred from its description, and
 * deviations that test the scenarios.
 *
 * @example
 * import { defineApi } from 'api-understudy/extend';
 *
 * export const api = defineApi({ name: 'notes', summary: 'Notes', simulator: createNotesSimulator, contract });
 *
 * @packageDocumentation
 */

import type { DescribedApi, DescribeOptions } from '@understudy/described/authoring';

export type { CustomHandler, CustomHandlers, DescribedApi, DescribeOptions } from '@understudy/described/authoring';
export {
  type ApiDefinition,
  type ApiSetting,
  createErrorResult,
  createInputFinding,
  defineAction,
  defineApi,
  defineChoice,
  defineCollection,
  defineExpiringCollection,
  defineSetting,
  defineSimulator,
  defineTimer,
  defineView,
  type ErrorEnvelope,
  type ErrorResult,
  type HandlerContext,
  type JobKind,
  type KernelErrors,
  loadContract,
  type OperationHandlers,
  type SeedContext,
  type Simulator,
  type WebhookPolicy,
} from '@understudy/kernel';
export {
  changeErrorResult,
  changeRequestBody,
  changeResponseAt,
  changeResponseBody,
  changeStored,
  changeSuccessStatus,
  changeWebhookPolicy,
  type DeviationTable,
  isRejected,
  rejectWhen,
  wrapHandlers,
} from '@understudy/kernel/deviations';
export { createSimulators } from '@understudy/server';
export { ApiDriver } from '@understudy/server/driver';

/**
 * Creates an API from its OpenAPI description and your own handlers.
 *
 * @param file the description, or its URL as a `file:` URL
 * @throws ContractError for an invalid description
 */
export async function describeApi<Operations = Record<never, never>>(
  file: string | URL,
  options?: DescribeOptions<Operations>,
): Promise<DescribedApi> {
  const described = await import('@understudy/described/authoring');
  return await described.describeApi(file, options);
}
