/** Parts of a server, for `persistence` and `server`. APIs use the index. */

export { defaultMetadata, Unavailable, Unclear } from './archive/archive.js';
export { NotArchived } from './archive/archive-log.js';
export { type Claim, type Ownership, ServedElsewhere } from './archive/ownership.js';
export { type Clock, latest, type Timer } from './clock.js';
export type { FaultDelay, FaultEffect, FaultRule } from './faults/fault-rule.js';
export type { FaultStanding } from './faults/faults.js';
export { admitGrowth } from './guard/admit-growth.js';
export { Guard, ownerAmong } from './guard/guard.js';
export { isLarge } from './is-large.js';
export type { Computing, JobWork } from './jobs/computing.js';
export { FairLine } from './jobs/fair-line.js';
export type { AnyJobKind } from './jobs/job.js';
export type { LiveRun } from './jobs/worker-pool.js';
export { bytesOf, type Journal, summaryOf as entrySummaryOf } from './journal/journal.js';
export type { RecordedEntry } from './journal/journal-entry.js';
export { journalToHar } from './journal/journal-to-har.js';
export { RecordedBody } from './journal/recorded-body.js';
export { redactText, redactValue } from './journal/redact.js';
export { jsonPieces } from './json-pieces.js';
export { JsonStream, partsOf } from './json-stream.js';
export type { KernelContext } from './kernel-context.js';
export { MemoryAccount } from './memory-account.js';
export { locateOwner, type OwnerLocation } from './pipeline/locate-owner.js';
export { noteBrokenUpload } from './pipeline/note-broken-upload.js';
export { type Forwarded, noteForwarded } from './pipeline/note-forwarded.js';
export { Routes } from './pipeline/routes.js';
export { splitAddress } from './pipeline/split-address.js';
export { serve } from './pipeline.js';
export { beginWithSnapshot, readSnapshot } from './sandbox/begin-with-snapshot.js';
export { Inbox, type InboxMessage, inboxDelay } from './sandbox/inbox.js';
export { InboxLimitError } from './sandbox/inboxes.js';
export type { Sandbox } from './sandbox/sandbox.js';
export { hostUrl, originOfServer, sandboxOfHost } from './sandbox/sandbox-address.js';
export { clockOf, defaultSandbox, summaryOf } from './sandbox/sandbox-entry.js';
export { SandboxExistsError, SandboxLimitError } from './sandbox/sandbox-errors.js';
export { type SandboxLimits, SandboxRegistry } from './sandbox/sandbox-registry.js';
export { Seeds } from './sandbox/seeds.js';
export {
  fromFile,
  headOf,
  outdated,
  recordsOfApis,
  type Snapshot,
  type SnapshotHead,
  snapshotVersion,
} from './sandbox/snapshot.js';
export { type SnapshotHeading, SnapshotLimitError, Snapshots } from './sandbox/snapshots.js';
export { clockIn, snapshotOf } from './sandbox/take-snapshot.js';
export { tooManySandboxes } from './server-refusals.js';
export { FrozenCopies } from './store/frozen-copies.js';
export { scopesOf } from './store/scope.js';
export { refuseReset, spoiledBody } from './transport/body-stream.js';
export { isControlPath, isInboxPath } from './transport/control-path.js';
export { toResponse } from './transport/to-response.js';
export { Turns } from './turns.js';
export { inUnit } from './unit/in-unit.js';
export { storedTimers } from './unit/stored-timer.js';
export { wallNow, wallSleep, wallTicks, wallTimeout } from './wall-clock.js';
export type { Labels, Sample } from './watch/label-counts.js';
export { latencyBounds, type OperationCounts } from './watch/request-counts.js';
export { Watch } from './watch/watch.js';
export { asSent, type SentRequest } from './webhooks/as-sent.js';
export type { Delivery } from './webhooks/delivery.js';
export {
  type PostWebhook,
  reportOfError,
  reportOfSilence,
  reportOfStatus,
  type SendReport,
  sendWebhook,
  textOf,
} from './webhooks/send-webhook.js';
