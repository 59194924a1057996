import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

export interface MemoryLimits {
  /** Maximum bytes of an inbox message. */
  readonly messageBytes: number;
  /** Maximum bytes of all inboxes of a sandbox. When exceeded, the oldest messages are dropped. */
  readonly inboxBytes: number;
  /** Maximum messages of an inbox. When exceeded, the oldest messages are dropped. */
  readonly inboxMessages: number;
  /** Maximum inboxes in use per sandbox. Additional ones are rejected. */
  readonly inboxes: number;
  /** Maximum bytes of a journal. When exceeded, the oldest entries are dropped. */
  readonly journalBytes: number;
  /** Maximum bytes of all journal entries in the archive. When exceeded, the oldest entries are deleted. */
  readonly keptJournalBytes: number;
  /** Maximum entries of a journal. When exceeded, the oldest entries are dropped. */
  readonly journalEntries: number;
  /** Maximum fault rules of a sandbox. A longer list is rejected. */
  readonly faultRules: number;
  /** Maximum named snapshots of a server. Additional ones are rejected. */
  readonly snapshots: number;
  /** Maximum records of a sandbox. Additional ones are rejected. */
  readonly records: number;
  /**
   * Maximum bytes of all sandboxes and snapshots in memory. Idle sandboxes are evicted; if none is idle, requests are
   * rejected.
   */
  readonly memoryBytes: number;
  /** Maximum open event streams of a server. Additional ones are rejected. */
  readonly streams: number;
  /** Maximum bytes of all request bodies in progress. */
  readonly uploadBytes: number;
}

const megabyte = 1024 * 1024;

function defaultTotal(): number {
  const machine = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.floor(Math.min(machine / 2, getHeapStatistics().heap_size_limit * 0.75));
}

/** Limits sufficient for the tests of a busy pipeline on a shared machine. */
export const defaultMemoryLimits: MemoryLimits = {
  messageBytes: megabyte,
  inboxBytes: 32 * megabyte,
  inboxMessages: 1000,
  inboxes: 1000,
  journalBytes: 32 * megabyte,
  keptJournalBytes: 256 * megabyte,
  journalEntries: 5000,
  faultRules: 1000,
  snapshots: 100,
  records: 1_000_000,
  memoryBytes: defaultTotal(),
  streams: 100,
  uploadBytes: 256 * megabyte,
};
