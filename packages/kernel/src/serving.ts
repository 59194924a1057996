/** Parts of a server, for `persistence` and `server`. APIs use the index. */

export { Clock, latest, type Timer } from './clock.js';
export { eventLoopYield } from './event-loop-yield.js';
export type { FaultDelay, FaultEffect, FaultRule } from './faults/fault-rule.js';
export type { FaultState } from './faults/faults.js';
export { largestRuleBody } from './faults/fits-request.js';

export type { AnyJobKind } from './jobs/job.js';
export { recordAddress } from './journal/change-log.js';
export { bytesOf, type Journal, type JournalReading, summaryOf as entrySummaryOf } from './journal/journal.js';
export type { JournalExchange, RecordedEntry } from './journal/journal-entry.js';
export { RecordedBody } from './journal/recorded-body.js';
export { redactPrefix, redactText, redactValue } from './journal/redact.js';
export type { AccessGuard, KernelContext } from './kernel-context.js';
export { MemoryAccount } from './memory-account.js';
export { controlTokenName } from './pipeline/authorize.js';
export { initialState, requestTenant } from './pipeline/request-state.js';
export { Routes } from './pipeline/routes.js';
export { admitRecords } from './pipeline/transact.js';
export { beginForwarded, type ForwardedRequest, serve } from './pipeline.js';
export { defaultMetadata, OutcomeUnknownError, UnavailableError } from './sandbox/archive.js';
export { ArchiveLog, NotArchivedError } from './sandbox/archive-log.js';
export { type Claim, type OwnClaim, type Ownership, ServedElsewhereError } from './sandbox/ownership.js';
export { Sandbox } from './sandbox/sandbox.js';
export type { SandboxContext } from './sandbox/sandbox-context.js';
export { NoRoomError, SandboxExistsError, SandboxLimitError } from './sandbox/sandbox-errors.js';
export { setupIn } from './sandbox/sandbox-records.js';
export type { Snapshot } from './sandbox/sandbox-setup.js';
export { snapshotSeed } from './sandbox/sandbox-setup.js';
export { sandboxBytes } from './sandbox/sandbox-storage.js';
export type { SettingsPatch } from './sandbox/settings.js';
export { clockIn, replaceRecord, snapshotOf, withoutChanges } from './sandbox/snapshot.js';
export { noMemory, tooManyBytes, tooManySandboxes } from './server-refusals.js';
export { markShared } from './store/estimate-heap-bytes.js';
export { FrozenCopies } from './store/frozen-copies.js';
export { kernelPartition, kernelRecord } from './store/kernel-records.js';
export { recordBytes } from './store/sandbox-tables.js';
export { scopesOf } from './store/scope.js';
export { RoundRobinQueue } from './threads/round-robin-queue.js';
export type { Computing, JobWork, LiveRun } from './threads/worker-pool.js';
export { type ClockRecord, clockRecords } from './time/clock-setting.js';
export { bearerToken } from './transport/bearer-token.js';
export { isControlPath, isInboxPath, isServerPath } from './transport/control-path.js';
export { isSlowToParse } from './transport/is-slow-to-parse.js';
export { jsonPieces } from './transport/json-pieces.js';
export { JsonStream, streamList } from './transport/json-stream.js';
export { defaultSandbox, hostUrl, originOfServer, sandboxOfHost, splitAddress } from './transport/sandbox-address.js';
export { storedTimers } from './unit/define-timer.js';
export { inUnit } from './unit/in-unit.js';
export { runRecords } from './unit/job-record.js';
export { wallInstant, wallNow, wallSleep, wallTicks, wallTimeout } from './wall-clock.js';
export type { Delivery } from './webhooks/delivery.js';
export { Inbox, type InboxMessage, inboxDelay } from './webhooks/inbox.js';
export { InboxLimitError } from './webhooks/inboxes.js';
export {
  bodyText,
  errorReport,
  type PostWebhook,
  type SendReport,
  sendWebhook,
  statusReport,
  timeoutReport,
} from './webhooks/send-webhook.js';
export { toHttpRequest, type WebhookHttpRequest } from './webhooks/to-http-request.js';
