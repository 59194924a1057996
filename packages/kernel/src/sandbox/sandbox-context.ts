import type { KnownSecrets } from '@understudy/contract';
import type { TemplateRenderer } from '../faults/template-renderer.js';
import type { IdGenerator } from '../id-generator.js';
import type { RecordedEntry } from '../journal/journal-entry.js';
import type { MemoryAccount } from '../memory-account.js';
import type { MemoryLimits } from '../memory-limits.js';
import type { ServerEvent } from '../server-event.js';
import type { Simulator } from '../simulator.js';
import type { RecordStore, StoredRecord } from '../store/store.js';
import type { JobComputer, WorkerPool } from '../threads/worker-pool.js';
import type { PostWebhook, SendReport } from '../webhooks/send-webhook.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';
import type { SeedData } from './sandbox-setup.js';

export interface SandboxContext {
  /** The simulated APIs by name, without the control plane. */
  readonly simulators: ReadonlyMap<string, Simulator>;
  readonly store: RecordStore;
  readonly pool: WorkerPool;
  /** Computes jobs; by default in the worker pool. */
  readonly computing: JobComputer;
  readonly memory: MemoryLimits;
  /** Counts all memory that callers can increase. */
  readonly account: MemoryAccount;
  /**
   * Reserves space for a sandbox.
   * @returns a function to call once the growth is stored or abandoned, which releases the reservation
   * @throws NoRoomError if the server is full or the owner's limit is reached
   */
  admitGrowth(owner: string | undefined, growth: number): Promise<() => void>;
  /** Secrets that are redacted everywhere, and names of secrets. */
  readonly secrets: KnownSecrets | undefined;
  /** Secret from which all signing keys are derived. */
  readonly secret: string;
  readonly allowedWebhookHosts: readonly string[];
  readonly seeds: SeedSource;
  readonly watch: Monitor;
  /** Stores journal entries outside the process; undefined if they are only in memory. */
  readonly lastingJournal: EntryKeeper | undefined;
  /** Renders the templates of rules. Undefined if the server does not accept templates. */
  readonly renderTemplate: TemplateRenderer | undefined;
  readonly postWebhook: PostWebhook;
  sendToOwnInbox(request: WebhookRequest, sender: string): Promise<SendReport> | undefined;
  /**
   * Called for every defect of the simulator, such as an exception in a handler or a response that violates the
   * contract.
   */
  onDefect(error: unknown, what: string): void;
}

/** Creates the initial records of sandboxes. */
interface SeedSource {
  /** @param seed name of a seed, or data by API @throws Error if the seed is invalid */
  records(seed: string | SeedData, sandbox: { readonly now: Date; readonly ids: IdGenerator }): Promise<StoredRecord[]>;
}

interface EntryKeeper {
  /** @param bytes approximate size in memory */
  keep(sandbox: string, entry: RecordedEntry, bytes: number): void;
  forget(sandbox: string): void;
}

interface Monitor {
  readonly requests: {
    /** @param key identifies the operation: its route, or the simulator if there is none */
    count(key: object, api: string, operation: string | undefined, status: number, milliseconds: number): void;
  };
  readonly notify: ((event: ServerEvent) => void) | undefined;
  /** Counts a journal entry that is not a request. */
  count(sandbox: string, entry: RecordedEntry, traceparent: () => string | undefined): void;
}
