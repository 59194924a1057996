import type { MemoryLimits } from '@understudy/kernel';

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

/** The limit of each option. The flag of `understudy start` is the kebab-case name. */
export const limitOf: Readonly<Record<keyof LimitOptions, keyof MemoryLimits>> = {
  maxMessageBytes: 'messageBytes',
  maxInboxBytes: 'inboxBytes',
  maxInboxMessages: 'inboxMessages',
  maxInboxes: 'inboxes',
  maxJournalBytes: 'journalBytes',
  maxJournalEntries: 'journalEntries',
  maxFaultRules: 'faultRules',
  maxSnapshots: 'snapshots',
  maxRecords: 'records',
  maxMemoryBytes: 'memoryBytes',
  maxStreams: 'streams',
  maxUploadBytes: 'uploadBytes',
};

/** Help texts of the flags. */
export const limitHelp: Readonly<Record<keyof LimitOptions, string>> = {
  maxMessageBytes: 'largest message that an inbox takes',
  maxInboxBytes: 'all messages of a sandbox, before the oldest of its largest inbox go',
  maxInboxMessages: 'messages of an inbox, before its oldest go',
  maxInboxes: 'inboxes of a sandbox',
  maxJournalBytes: 'what the journal of a sandbox keeps, before its oldest entries go',
  maxJournalEntries: 'entries of the journal of a sandbox, before its oldest go',
  maxFaultRules: 'fault rules of a sandbox',
  maxSnapshots: 'named snapshots of the server',
  maxRecords: 'records of a sandbox, such as datasets or invoices',
  maxMemoryBytes: 'all that sandboxes and snapshots hold in memory',
  maxStreams: 'event streams that are open at once',
  maxUploadBytes: 'request bodies that are being received at the same time',
};

export const limitNames = Object.keys(limitOf).filter((name): name is keyof LimitOptions =>
  Object.hasOwn(limitOf, name),
);

/** The limits that the options set. @throws RangeError for a value that is not a positive integer */
export function limitsOf(options: LimitOptions): Partial<MemoryLimits> {
  const set = limitNames.flatMap((name) => {
    const value = options[name];
    if (value === undefined) return [];
    if (!Number.isSafeInteger(value) || value < 1)
      throw new RangeError(`${name} must be a whole number from 1 on, but is ${value}`);
    return [[limitOf[name], value]];
  });
  return Object.fromEntries(set);
}

export function limitsAmong(options: LimitOptions): LimitOptions {
  const given = limitNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]));
  return Object.fromEntries(given);
}
