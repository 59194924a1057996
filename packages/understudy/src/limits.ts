import type { MemoryLimits } from '@understudy/kernel';

/** What a server keeps and takes of what callers send, at most. */
export interface LimitOptions {
  /** Largest message that an inbox takes, in bytes; beyond it 413. 1 MiB by default. */
  readonly maxMessageBytes?: number;
  /** All messages of a sandbox, in bytes, before the oldest of its largest inbox go. 32 MiB by default. */
  readonly maxInboxBytes?: number;
  /** Messages of one inbox before its oldest go. 1000 by default. */
  readonly maxInboxMessages?: number;
  /** Inboxes of a sandbox; beyond them 409. 1000 by default. */
  readonly maxInboxes?: number;
  /** What the journal of a sandbox keeps, in bytes, before its oldest entries go. 32 MiB by default. */
  readonly maxJournalBytes?: number;
  /** Entries that the journal of a sandbox keeps before its oldest go. 5000 by default. */
  readonly maxJournalEntries?: number;
  /** Fault rules of a sandbox; beyond them 400. 1000 by default. */
  readonly maxFaultRules?: number;
  /** Named snapshots of a server; beyond them 409. 100 by default. */
  readonly maxSnapshots?: number;
  /** Records of a sandbox, such as datasets, invoices or presigned addresses; beyond them 507. 1,000,000 by default. */
  readonly maxRecords?: number;
  /** All that sandboxes and snapshots hold in memory, in bytes; beyond it 507. Half of the machine's memory by default. */
  readonly maxMemoryBytes?: number;
  /** Event streams that are open at once; beyond them 429. 100 by default. */
  readonly maxStreams?: number;
  /** Request bodies that are being received at the same time, in bytes; beyond them 503. 256 MiB by default. */
  readonly maxUploadBytes?: number;
}

/** Each option with the limit that it sets. The flag of `understudy start` is the same name in kebab-case. */
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

/** What `understudy start --help` says about each. */
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

/** The names of the options. */
export const limitNames = Object.keys(limitOf).filter((name): name is keyof LimitOptions =>
  Object.hasOwn(limitOf, name),
);

/** The limits as the options set them. @throws RangeError for what is no whole number from 1 on */
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

/** Those of some options that set a limit. */
export function limitsAmong(options: LimitOptions): LimitOptions {
  const given = limitNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]));
  return Object.fromEntries(given);
}
