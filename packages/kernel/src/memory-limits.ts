import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/** What keeps memory from growing with what is sent. */
export interface MemoryLimits {
  /** Bytes of the largest message that an inbox takes. */
  readonly messageBytes: number;
  /** Bytes of all messages of all inboxes of a sandbox; the oldest go when there are more. */
  readonly inboxBytes: number;
  /** Messages of one inbox; the oldest go when there are more. */
  readonly inboxMessages: number;
  /** Inboxes of a sandbox that were set up or received something; further ones are refused. */
  readonly inboxes: number;
  /** Bytes of all that the journal of a sandbox keeps; the oldest entries go when there are more. */
  readonly journalBytes: number;
  /** Entries of the journal of a sandbox; the oldest go when there are more. */
  readonly journalEntries: number;
  /** Fault rules of a sandbox. A longer list is rejected. */
  readonly faultRules: number;
  /** Named snapshots of a server; further ones are refused. */
  readonly snapshots: number;
  /** Records of a sandbox, of its APIs and of the kernel; a request that would add to them is refused. */
  readonly records: number;
  /** Bytes of all that the sandboxes and snapshots in memory hold; what is used least goes, or what adds to them is refused. */
  readonly memoryBytes: number;
  /** Event streams of a server that are open at once; further ones are refused. */
  readonly streams: number;
  /** Bytes of request bodies that are being received, of all sandboxes together. */
  readonly uploadBytes: number;
}

const megabyte = 1024 * 1024;

/** Half of what the machine or its container has, as far as Node may fill its heap. */
function defaultTotal(): number {
  const machine = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.floor(Math.min(machine / 2, getHeapStatistics().heap_size_limit * 0.75));
}

/** Room for every test of a busy pipeline, on a machine that has other things to do. */
export const defaultMemory: MemoryLimits = {
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
