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

export {
  type Archive,
  type ArchiveChange,
  type ArchivedSandbox,
  type SandboxMetadata,
  type SandboxSummary,
  StaleEpoch,
} from './archive/archive.js';
export { isUnavailable } from './archive/archive-log.js';
export { MemoryArchive } from './archive/memory-archive.js';
export type { TokenFault, TokenService } from './auth/token-service.js';
export type { Caller, Owner } from './caller.js';
export type { Context, RawRequest, UnitContext } from './context.js';
export { type ActionDefinition, defineAction, inputFinding, mustBe } from './define-action.js';
export { type Api, type ApiTokens, defineApi, type Place } from './define-api.js';
export { defineSetting, type Setting, type SettingValues } from './define-setting.js';
export type { ControlToken, TokenLimits, TokenScope } from './guard/control-token.js';
export type { Answer, AnswerOf, FormPairs, Handler, Handlers, InputOf } from './handlers.js';
export { createIds, type Ids } from './ids.js';
export type { ActionInput, GivenActionInput, InputSchema, MemberSchema } from './input-schema.js';
export { builtModule } from './jobs/built-module.js';
export type { JobKind, JobMachine, JobResult } from './jobs/job.js';
export type { LiveLine } from './jobs/live-work.js';
export { type Progression, parseProgression } from './jobs/progression.js';
export {
  builtThread,
  type Work,
  type WorkBounds,
  WorkerPool,
  WorkTooCostly,
} from './jobs/worker-pool.js';
export type { JournalEntry, JournalMatch } from './journal/journal-entry.js';
export { JsonText } from './json-text.js';
export { loadBundledContract } from './load-bundled-contract.js';
export { loadContract } from './load-contract.js';
export { type MemoryLimits, usualMemory } from './memory-limits.js';
export type { FormPart, MultipartBody } from './multipart/read-multipart.js';
export type { Preference } from './pipeline/preference.js';
export { createRandom, type Random } from './random.js';
export { type KernelRefusals, type Refusal, refuse } from './refusal.js';
export { isSnapshotFile, type SnapshotStart } from './sandbox/begin-with-snapshot.js';
export type { SandboxSetup } from './sandbox/sandbox-setup.js';
export type { SeedData } from './sandbox/seed-data.js';
export type { Signer } from './sandbox/signer.js';
export { besideSandboxes } from './sandbox/snapshots.js';
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
} from './store/define-collection.js';
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
  type StoredRecord,
  type UnitOfWork,
} from './store/store.js';
export { type ClockMode, type ClockSetting, parseClockMode } from './time/clock-setting.js';
export { parseDuration } from './time/parse-duration.js';
export type { IncomingRequest } from './transport/incoming-request.js';
export type { OutgoingResponse } from './transport/outgoing-response.js';
export { defineTimer, type TimerDefinition } from './unit/define-timer.js';
export type { JobDesk, JobKindOf, JobOrder } from './unit/job-desk.js';
export { type JobRecord, jobRecords } from './unit/job-record.js';
export type { TimerDesk, TimerOrder } from './unit/timer-desk.js';
export type { WebhookDesk, WebhookOrder } from './unit/webhook-desk.js';
export { defineView, type View, type ViewedRecord } from './views/define-view.js';
export type {
  FactsFigure,
  Figure,
  FindingsFigure,
  GridFigure,
  PlotFigure,
  TableFigure,
  TextFigure,
} from './views/figure.js';
export { wallAlarm } from './wall-clock.js';
export type { DeliveryEvent, JobEvent, RequestEvent, ServerEvent } from './watch/server-event.js';
export { isLoopback } from './webhooks/is-loopback.js';
export type { WebhookMethod, WebhookPolicy, WebhookRequest } from './webhooks/webhook-policy.js';
export { type TimerHandler, whenDue } from './when-due.js';
