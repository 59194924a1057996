import { defaultMemoryLimits, type MemoryLimits } from '@understudy/kernel';

/** Limits for data from callers. */
export interface LimitOptions {
  /** Maximum size of an inbox message in bytes; larger ones get a 413. Default 1 MiB. */
  readonly maxMessageBytes?: number;
  /**
   * Maximum size of all messages of a sandbox in bytes; the oldest of the largest inbox are deleted. Default 32 MiB.
   */
  readonly maxInboxBytes?: number;
  /** Maximum number of messages in an inbox; the oldest are deleted. Default 1000. */
  readonly maxInboxMessages?: number;
  /** Maximum number of inboxes in a sandbox; more get a 409. Default 1000. */
  readonly maxInboxes?: number;
  /** Maximum size of a journal in bytes; the oldest entries are deleted. Default 32 MiB. */
  readonly maxJournalBytes?: number;
  /** With `keepJournal`: maximum size of all stored journals in bytes; the oldest entries are deleted. Default 256 MiB. */
  readonly maxKeptJournalBytes?: number;
  /** Maximum number of journal entries; the oldest are deleted. Default 5000. */
  readonly maxJournalEntries?: number;
  /** Maximum number of fault rules in a sandbox; more get a 400. Default 1000. */
  readonly maxFaultRules?: number;
  /** Maximum number of named snapshots; more get a 409. Default 100. */
  readonly maxSnapshots?: number;
  /** Maximum number of records in a sandbox, such as datasets or invoices; more get a 507. Default 1,000,000. */
  readonly maxRecords?: number;
  /** Maximum memory of sandboxes and snapshots in bytes; more gets a 507. Default: half of the machine's memory. */
  readonly maxMemoryBytes?: number;
  /** Maximum number of open event streams; more get a 429. Default 100. */
  readonly maxStreams?: number;
  /** Maximum size of all concurrent request bodies in bytes; more get a 503. Default 256 MiB. */
  readonly maxUploadBytes?: number;
}

/** The memory limit and the help text for each option. */
export const limitOptions: Readonly<Record<keyof LimitOptions, readonly [limit: keyof MemoryLimits, help: string]>> = {
  maxMessageBytes: ['messageBytes', 'maximum size of an inbox message'],
  maxInboxBytes: ['inboxBytes', 'maximum size of all messages in a sandbox'],
  maxInboxMessages: ['inboxMessages', 'maximum number of messages in an inbox'],
  maxInboxes: ['inboxes', 'maximum number of inboxes in a sandbox'],
  maxJournalBytes: ['journalBytes', 'maximum size of a journal'],
  maxKeptJournalBytes: ['keptJournalBytes', 'with --keep-journal: maximum size of all stored journals'],
  maxJournalEntries: ['journalEntries', 'maximum number of journal entries'],
  maxFaultRules: ['faultRules', 'maximum number of fault rules in a sandbox'],
  maxSnapshots: ['snapshots', 'maximum number of named snapshots'],
  maxRecords: ['records', 'maximum number of records in a sandbox, such as datasets or invoices'],
  maxMemoryBytes: ['memoryBytes', 'maximum memory for sandboxes and snapshots'],
  maxStreams: ['streams', 'maximum number of open event streams'],
  maxUploadBytes: ['uploadBytes', 'maximum size of all concurrent request bodies'],
};

export const limitNames = Object.keys(limitOptions).filter((name): name is keyof LimitOptions =>
  Object.hasOwn(limitOptions, name),
);

/** Converts options to memory limits. @throws RangeError for a value that is not a positive integer */
export function toMemoryLimits(options: LimitOptions): Partial<MemoryLimits> {
  const set = limitNames.flatMap((name) => {
    const value = options[name];
    if (value === undefined) return [];
    if (!Number.isSafeInteger(value) || value < 1)
      throw new RangeError(`${name} must be a positive integer, but is ${value}`);
    return [[limitOptions[name][0], value]];
  });
  return Object.fromEntries(set);
}

/** The help text of each name in `--limit <name>=<number>`. */
export const numberHelps: Record<string, string> = {
  maxSandboxes: 'maximum number of sandboxes, besides the default one (default: 500)',
  maxAwake: 'with --data: maximum number of active sandboxes in memory (default: 100)',
};
for (const name of limitNames) {
  const [limit, help] = limitOptions[name];
  numberHelps[name] = `${help} (default: ${defaultMemoryLimits[limit]})`;
}
