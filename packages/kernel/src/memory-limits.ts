/** What keeps memory from growing with what is sent, in bytes. */
export interface MemoryLimits {
  /** Largest message that an inbox takes. */
  readonly messageBytes: number;
  /** All messages of all inboxes of a sandbox; the oldest go when there are more. */
  readonly inboxBytes: number;
  /** All that the journal of a sandbox keeps; the oldest entries go when there is more. */
  readonly journalBytes: number;
  /** Request bodies that are being received, of all sandboxes together. */
  readonly uploadBytes: number;
}

const megabyte = 1024 * 1024;

/** Room for every test of a busy pipeline, on a machine that has other things to do. */
export const usualMemory: MemoryLimits = {
  messageBytes: megabyte,
  inboxBytes: 32 * megabyte,
  journalBytes: 32 * megabyte,
  uploadBytes: 256 * megabyte,
};
