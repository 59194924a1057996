import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

export interface MemoryLimits {
  /** Maximum bytes of an inbox message. */
  readonly messageBytes: number;
  /** Bytes of all inboxes of a sandbox. The oldest messages are dropped. */
  readonly inboxBytes: number;
  /** Messages of an inbox. The oldest are dropped. */
  readonly inboxMessages: number;
  /** Used inboxes of a sandbox. More are rejected. */
  readonly inboxes: number;
  /** Bytes of a journal. The oldest entries are dropped. */
  readonly journalBytes: number;
  /** Entries of a journal. The oldest are dropped. */
  readonly journalEntries: number;
  /** Fault rules of a sandbox. A longer list is rejected. */
  readonly faultRules: number;
  /** Named snapshots of a server. More are rejected. */
  readonly snapshots: number;
  /** Records of a sandbox. More are rejected. */
  readonly records: number;
  /** Bytes of all sandboxes and snapshots in memory. Unused ones are evicted, or requests rejected. */
  readonly memoryBytes: number;
  /** Open event streams of a server. More are rejected. */
  readonly streams: number;
  /** Bytes of request bodies in progress. */
  readonly uploadBytes: number;
}

const megabyte = 1024 * 1024;

/** Half the memory of the machine or container, within Node's heap limit. */
function defaultTotal(): number {
  const machine = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.floor(Math.min(machine / 2, getHeapStatistics().heap_size_limit * 0.75));
}

/** Enough for the tests of a busy pipeline on a shared machine. */
export const defaultMemoryLimits: MemoryLimits = {
  messageBytes: megabyte,
  inboxBytes: 32 * megabyte,
  inboxMessages: 1000,
  inboxes: 1000,
  journalBytes: 32 * megabyte,
  journalEntries: 5000,
  faultRules: 1000,
  snapshots: 100,
  records: 1_000_000,
  memoryBytes: defaultTotal(),
  streams: 100,
  uploadBytes: 256 * megabyte,
};
