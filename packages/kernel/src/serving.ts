/** Exports for `persistence` and `server`. APIs import from the index instead. */

export { Clock, maxInstant, type ScheduledTimer } from './clock.js';
export { clockRecords, type SavedClock } from './clock-setting.js';
export { eventLoopYield } from './event-loop-yield.js';
export type { FaultDelay, FaultEffect, FaultRule } from './faults/fault-rule.js';
export type { CountedFault } from './faults/fault-rules.js';
export { maxRuleBodyBytes } from './faults/matches-fault.js';
export type { TemplateInput, TemplateRenderer } from './faults/template-renderer.js';
export type { AnyJobKind } from './jobs/job.js';
export { toRecordAddress } from './journal/change-log.js';
export { type Journal, type JournalReading, summarizeEntry as entrySummaryOf } from './journal/journal.js';
export type { JournalExchange, RecordedEntry } from './journal/journal-entry.js';
export { createJournalMatcher, estimateEntryBytes } from './journal/journal-entry.js';
export { RecordedBody } from './journal/recorded-body.js';
export { cutMark, redactEntry, redactPrefix, redactText, redactValue } from './journal/redact.js';
export { parseTraceparent } from './journal/trace-context.js';
export type { AccessGuard, KernelContext } from './kernel-context.js';
export { MemoryAccount } from './memory-account.js';
export { findControlTokenName, parseBearerToken } from './pipeline/authorize-request.js';
export { createInitialState, findRequestTenant } from './pipeline/request-state.js';
export { RouteTable } from './pipeline/route-table.js';
export { admitRecords } from './pipeline/run-in-unit.js';
export { isSlowToParse } from './pipeline/validate-request-step.js';
export { beginForwarded, type ForwardedRequest, serveRequest } from './pipeline.js';
export { defaultSandboxMetadata, OutcomeUnknownError, UnavailableError } from './sandbox/archive.js';
export { ArchiveLog, NotArchivedError } from './sandbox/archive-log.js';
export * from './sandbox/ownership.js';
export { Sandbox } from './sandbox/sandbox.js';
export type { SandboxContext } from './sandbox/sandbox-context.js';
export { ArchiveFullError, SandboxExistsError, SandboxLimitError } from './sandbox/sandbox-errors.js';
export { readSetup } from './sandbox/sandbox-records.js';
export type { SettingsPatch } from './sandbox/sandbox-settings.js';
export type { SandboxSnapshot } from './sandbox/sandbox-setup.js';
export { snapshotSeedName } from './sandbox/sandbox-setup.js';
export { emptySandboxBytes } from './sandbox/sandbox-storage.js';
export { createSnapshot, readClock, replaceRecord, revertChanges } from './sandbox/snapshot.js';
export {
  createMemoryLimitError,
  createOutcomeUnknownError,
  createSandboxLimitError,
  createStoredBytesLimitError,
  createUnavailableError,
  createUnknownSandboxError,
} from './server-errors.js';
export { markShared } from './store/estimate-heap-bytes.js';
export { FreezingCopier } from './store/freezing-copier.js';
export { createKernelRecord, kernelPartition } from './store/kernel-records.js';
export { estimateRecordBytes } from './store/sandbox-tables.js';
export { createScopes } from './store/scope.js';
export { SerializedPage } from './store/serialized-page.js';
export { RoundRobinQueue } from './threads/round-robin-queue.js';
export type { JobComputer, JobWork, LiveWork } from './threads/worker-pool.js';
export { JsonStream, streamJson, streamList } from './transport/json-stream.js';
export * from './transport/sandbox-address.js';
export { isConsoleCall, isControlPath, isInboxPath, isServerPath } from './transport/sandbox-address.js';
export { storedTimers } from './unit/define-timer.js';
export { runRecords } from './unit/job-record.js';
export { runUnit } from './unit/run-unit.js';
export { createTimeoutSignal, monotonicNowMs, sleepRealTime, wallIsoInstant, wallNowMs } from './wall-clock.js';
export type { WebhookDelivery } from './webhooks/delivery.js';
export { Inbox, type InboxMessage, inboxDelayHeader } from './webhooks/inbox.js';
export { InboxLimitError } from './webhooks/inbox-registry.js';
export {
  createErrorReport,
  createStatusReport,
  createTimeoutReport,
  encodeWebhookBody,
  type SendReport,
  sendWebhook,
  toHttpRequest,
  type WebhookHttpRequest,
} from './webhooks/send-webhook.js';
export { signMessage } from './webhooks/sign-webhook.js';
