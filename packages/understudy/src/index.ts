/**
 * Simulates APIs from their OpenAPI descriptions, in this process or on a port.
 *
 * @example
 * import { startSimulators } from 'api-understudy';
 *
 * const simulators = await startSimulators({ apis: ['./openapi.yaml'], seed: 'demo' });
 * const response = await simulators.fetch(`${simulators.url}/orders`);
 * await simulators.control.advance('PT61M');
 * await simulators.close();
 */

export { type ApiRegistry, builtInApis } from './apis/apis.js';
export { defineConfig, type UnderstudyConfig } from './config/config.js';
export {
  type ChangesQuery,
  type ClockInfo,
  Control,
  type CustomResponse,
  type FaultMatch,
  type FaultRule,
  Inbox,
  type InboxMessage,
  type JournalEntry,
  type JournalFilter,
  type JournalQuery,
  type RecordChange,
  type SandboxHandle,
  type SandboxInfo,
  type SettingsPatch,
} from './control/control.js';
export { ControlError } from './control/control-calls.js';
export type {
  EditedRecord,
  RecordCollection,
  RecordOwner,
  RecordPatch,
  RecordQuery,
} from './control/record-collection.js';
export type { ServerDescription } from './describe-server.js';
export {
  registerTestSimulators,
  type TestHooks,
  type TestOptions,
  type TestSimulators,
} from './runners/register-test-simulators.js';
export type { StartOptions } from './start-options.js';
export { manualClockStart, type RunningSimulators, startSimulators } from './start-simulators.js';
export { createTraceReporter } from './trace-reporter.js';
