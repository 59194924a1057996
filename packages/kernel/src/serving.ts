/** Parts of a server, for `persistence` and `server`. APIs use the index. */

export { type Clock, latest, type Timer } from './clock.js';
export { EventLoopYield } from './event-loop-yield.js';
export type { FaultDelay, FaultEffect, FaultRule } from './faults/fault-rule.js';
export type { FaultState } from './faults/faults.js';
export { admitGrowth } from './guard/admit-growth.js';
export { Guard, ownerAmong } from './guard/guard.js';
export type { AnyJobKind } from './jobs/job.js';
export { bytesOf, type Journal, summaryOf as entrySummaryOf } from './journal/journal.js';
export type { RecordedEntry } from './journal/journal-entry.js';
export { journalToHar } from './journal/journal-to-har.js';
export { RecordedBody } from './journal/recorded-body.js';
export { redactText, redactValue } from './journal/redact.js';
export type { KernelContext } from './kernel-context.js';
export { MemoryAccount } from './memory-account.js';
export { locateOwner, type OwnerLocation } from './pipeline/locate-owner.js';
export { recordBrokenUpload } from './pipeline/note-broken-upload.js';
export { type Forwarded, reportForwarded } from './pipeline/note-forwarded.js';
export { Routes } from './pipeline/routes.js';
export { serve } from './pipeline.js';
export { defaultMetadata, OutcomeUnknownError, UnavailableError } from './sandbox/archive.js';
export { NotArchivedError } from './sandbox/archive-log.js';
export { beginWithSnapshot, readSnapshot } from './sandbox/begin-with-snapshot.js';
export { type Claim, type Ownership, ServedElsewhereError } from './sandbox/ownership.js';
export type { Sandbox } from './sandbox/sandbox.js';
export { hostUrl, originOfServer, sandboxOfHost } from './sandbox/sandbox-address.js';
export { clockOf, defaultSandbox, summaryOf } from './sandbox/sandbox-entry.js';
export { SandboxExistsError, SandboxLimitError } from './sandbox/sandbox-errors.js';
export { type SandboxLimits, SandboxRegistry } from './sandbox/sandbox-registry.js';
export { Seeds } from './sandbox/seeds.js';
export {
  apiRecords,
  fromFile,
  outdatedMessage,
  type Snapshot,
  type SnapshotHeader,
  snapshotHeader,
  snapshotVersion,
} from './sandbox/snapshot.js';
export { type SnapshotHeading, SnapshotLimitError, Snapshots } from './sandbox/snapshots.js';
export { clockIn, snapshotOf } from './sandbox/take-snapshot.js';
export { tooManySandboxes } from './server-refusals.js';
export { FrozenCopies } from './store/frozen-copies.js';
export { scopesOf } from './store/scope.js';
export type { Computing, JobWork } from './threads/computing.js';
export { RoundRobinQueue } from './threads/round-robin-queue.js';
export type { LiveRun } from './threads/worker-pool.js';
export { faultyBody, throwOnReset } from './transport/body-stream.js';
export { isControlPath, isInboxPath } from './transport/control-path.js';
export { isSlowToParse } from './transport/is-slow-to-parse.js';
export { jsonPieces } from './transport/json-pieces.js';
export { JsonStream, streamList } from './transport/json-stream.js';
export { splitAddress } from './transport/split-address.js';
export { toResponse } from './transport/to-response.js';
export { inUnit } from './unit/in-unit.js';
export { storedTimers } from './unit/stored-timer.js';
export { wallNow, wallSleep, wallTicks, wallTimeout } from './wall-clock.js';
export type { Labels, Sample } from './watch/label-counts.js';
export { latencyBounds, type OperationCounts } from './watch/request-counts.js';
export { Watch } from './watch/watch.js';
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
