/**
 * The foundation of all simulators: clock, ids, randomness, store, jobs, webhooks, tokens, journal and request pipeline.
 *
 * @example
 * const simulators = createSimulators({
 *   simulators: [identitySimulator],
 *   sandbox: { clock: { mode: 'manual', at: '2026-01-15T09:00:00Z' }, progression: 'immediate', seed: 'empty', randomSeed: '1' },
 * });
 * const response = await simulators.fetch('http://understudy.local/_sim');
 * await simulators.close();
 */

export { type ActionDefinition, defineAction, inputFinding, mustBe } from './api/define-action.js';
export { defineSetting, type Setting, type SettingValues } from './api/define-setting.js';
export { defineView, type View, type ViewedRecord } from './api/define-view.js';
export { type EditableCollection, type EditableParts, editable } from './api/editable-collection.js';
export type {
  FactsFigure,
  Figure,
  FindingsFigure,
  GridFigure,
  PlotFigure,
  TableFigure,
  TextFigure,
} from './api/figure.js';
export type { ActionInput, GivenActionInput, InputSchema, MemberSchema } from './api/input-schema.js';
export type { Signer } from './auth/signer.js';
export type { TokenFault, TokenService } from './auth/token-service.js';
export type { Caller, Owner } from './caller.js';
export type {
  Context,
  JobClient,
  JobKindOf,
  JobOrder,
  RawRequest,
  TimerOrder,
  TimerScheduler,
  UnitContext,
  WebhookOrder,
  WebhookSender,
} from './context.js';
export { type Api, type ApiTokens, defineApi, type Place } from './define-api.js';
export type { Answer, AnswerOf, FormPairs, Handler, Handlers, InputOf } from './handlers.js';
export { createIds, type Ids } from './ids.js';
export type { JobKind, JobMachine, JobResult } from './jobs/job.js';
export type { JournalEntry, JournalMatch } from './journal/journal-entry.js';
export { loadBundledContract, loadContract } from './load-bundled-contract.js';
export { defaultMemory, type MemoryLimits } from './memory-limits.js';
export type { Preference } from './pipeline/preference.js';
export { createRandom, type Random } from './random.js';
export { type KernelRefusals, type Refusal, refuse } from './refusal.js';
export {
  type Archive,
  type ArchiveChange,
  type ArchivedSandbox,
  type SandboxMetadata,
  type SandboxOverview,
  StaleEpochError,
} from './sandbox/archive.js';
export { isUnavailable } from './sandbox/archive-log.js';
export type { SandboxSetup, SeedData } from './sandbox/sandbox-setup.js';
export type { DeliveryEvent, JobEvent, RequestEvent, ServerEvent } from './server-event.js';
export {
  type Action,
  type ActionContext,
  type Admission,
  type Credentials,
  defineSimulator,
  type Envelope,
  type EnvelopeFacts,
  type Seeding,
  type SeedingOfDay,
  type Simulator,
  type WebhookReport,
} from './simulator.js';
export {
  type CollectionDefinition,
  defineCollection,
  type Indexes,
  type IndexKeys,
  type NoIndexes,
  type PlainCollection,
  type RecordsOf,
} from './store/define-collection.js';
export { type Expiring, type ExpiringCollection, expiring, putExpiring } from './store/expiring.js';
export type { IndexKey } from './store/index-key.js';
export { MemoryStore } from './store/memory-store.js';
export type { Scope, Scopes } from './store/scope.js';
export {
  type Bound,
  type Collection,
  type CollectionOf,
  ConflictError,
  type Entry,
  type IndexName,
  type Store,
  type StoredChange,
  type StoredRecord,
  type UnitOfWork,
} from './store/store.js';
export { builtModule } from './threads/built-module.js';
export type { ProgressChannel } from './threads/progress-channel.js';
export {
  builtThread,
  type Work,
  WorkerPool,
  type WorkLimits,
  WorkTooCostly,
} from './threads/worker-pool.js';
export { type ClockMode, type ClockSetting, parseClockMode } from './time/clock-setting.js';
export { parseDuration } from './time/parse-duration.js';
export { type Progression, parseProgression } from './time/progression.js';
export type { IncomingRequest, OutgoingResponse } from './transport/incoming-request.js';
export { isLoopback } from './transport/is-loopback.js';
export { JsonText } from './transport/json-stream.js';
export type { FormPart, MultipartBody } from './transport/read-multipart.js';
export { defineTimer, type TimerDefinition } from './unit/define-timer.js';
export { type JobRecord, jobRecords } from './unit/job-record.js';
export { wallAlarm } from './wall-clock.js';
export type { WebhookMethod, WebhookPolicy, WebhookRequest } from './webhooks/webhook-policy.js';
export { type TimerHandler, whenDue } from './when-due.js';
