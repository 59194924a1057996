/**
 * The foundation of all simulators: clock, ids, randomness, record store, jobs, webhooks, tokens, journal and request
 * pipeline.
 *
 * @example
 * const simulators = createSimulators({
 *   simulators: [identitySimulator],
 *   sandbox: { clock: { mode: 'manual', at: '2026-01-15T09:00:00Z' }, progression: 'immediate', seed: 'empty', randomSeed: '1' },
 * });
 * const response = await simulators.fetch('http://understudy.local/_sim');
 * await simulators.close();
 */

export {
  type FormPart,
  isMultipartBody,
  type MultipartBody,
  parseDuration,
  readMultipart,
  toFormPairs,
} from '@understudy/contract';
export { createInputFinding, createMustBeFinding, defineAction } from './api/define-action.js';
export {
  type ApiSetting,
  defineChoice,
  defineSetting,
  httpSettings,
  type SettingValues,
} from './api/define-setting.js';
export { defineView, type RecordView } from './api/define-view.js';
export { createEditableCollection, type EditableCollection } from './api/editable-collection.js';
export * from './api/figure.js';
export type { ActionInput, GivenActionInput, InputSchema, MemberSchema } from './api/input-schema.js';
export type { TextSigner } from './auth/signer.js';
export type { TokenFault } from './auth/token-service.js';
export type { Caller, Owner } from './caller.js';
export { type ClockMode, type ClockSetting, parseClockMode, parseProgression } from './clock-setting.js';
export * from './context.js';
export { createTimerHandler, type TimerHandler } from './create-timer-handler.js';
export { type ApiDefinition, defineApi, type ResourcePath } from './define-api.js';
export { createErrorResult, type ErrorResult, type KernelErrors } from './error-result.js';
export type {
  DocumentedResponse,
  FormPairs,
  OperationHandler,
  OperationHandlers,
  SuccessResponse,
  TypedHandlerInput,
} from './handlers.js';
export { createIdGenerator, type IdGenerator } from './id-generator.js';
export type { JobKind } from './jobs/job.js';
export type { JournalEntry, JournalFilter } from './journal/journal-entry.js';
export { loadBundledContract, loadContract } from './load-bundled-contract.js';
export { defaultMemoryLimits, type MemoryLimits } from './memory-limits.js';
export { createRandom, type RandomSource } from './random.js';
export {
  type ArchiveChange,
  type ArchivedSandbox,
  type EntryRange,
  type JournalArchive,
  OlderStateError,
  type SandboxArchive,
  type SandboxMetadata,
  type SandboxOverview,
  StaleEpochError,
  type StoredEntry,
} from './sandbox/archive.js';
export { isUnavailable } from './sandbox/archive-log.js';
export type { SandboxSetup, SeedData } from './sandbox/sandbox-setup.js';
export type { DeliveryEvent, JobEvent, RequestEvent, ServerEvent } from './server-event.js';
export {
  type ActionContext,
  type AdmissionContext,
  type AdmittedRequest,
  type ApiAction,
  type BehaviorExplanation,
  type DailySeedContext,
  defineSimulator,
  type EnvelopeFacts,
  type ErrorEnvelope,
  type RequestCondition,
  type RequestCredentials,
  type SeedContext,
  type Simulator,
  type WebhookReport,
} from './simulator.js';
export * from './store/define-collection.js';
export * from './store/expiring-collection.js';
export { MemoryStore } from './store/memory-store.js';
export type { DataScope, DataScopes } from './store/scope.js';
export type {
  Collection,
  CollectionEntry,
  DefinedCollection,
  IndexName,
  RangeBound,
  RecordStore,
  StoredChange,
  StoredRecord,
} from './store/store.js';
export type { ProgressChannel } from './threads/progress-channel.js';
export { resolveBuiltModule } from './threads/resolve-built-module.js';
export { createThreadOptions, type WorkerFunction, WorkerPool, WorkTooCostlyError } from './threads/worker-pool.js';
export type { IncomingRequest, OutgoingResponse } from './transport/incoming-request.js';
export { RawJson } from './transport/json-stream.js';
export { isLoopback } from './transport/sandbox-address.js';
export { defineTimer, type TimerDefinition } from './unit/define-timer.js';
export { type JobRecord, jobRecords } from './unit/job-record.js';
export { setRealTimeAlarm, wallIsoInstant, wallNowMs } from './wall-clock.js';
export type { WebhookMethod, WebhookPolicy, WebhookRequest } from './webhooks/webhook-policy.js';
