import type { Guard } from '../guard/guard.js';
import type { MemoryAccount } from '../memory-account.js';
import type { MemoryLimits } from '../memory-limits.js';
import type { Simulator } from '../simulator.js';
import type { Store } from '../store/store.js';
import type { Computing } from '../threads/computing.js';
import type { WorkerPool } from '../threads/worker-pool.js';
import type { Watch } from '../watch/watch.js';
import type { PostWebhook, SendReport } from '../webhooks/send-webhook.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';
import type { Archive } from './archive.js';
import type { Ownership } from './ownership.js';
import type { Seeds } from './seeds.js';

/** What the sandboxes of one server share. */
export interface SandboxContext {
  /** By name, the control plane not among them. */
  readonly simulators: ReadonlyMap<string, Simulator>;
  readonly store: Store;
  /** Undefined where state ends with the process. */
  readonly archive: Archive | undefined;
  /** Which sandboxes are this process's; undefined where it has the archive for itself. */
  readonly ownership: Ownership | undefined;
  readonly pool: WorkerPool;
  /** Where jobs are computed; usually the same pool. */
  readonly computing: Computing;
  readonly memory: MemoryLimits;
  /** All that the server holds of what callers can make grow. */
  readonly account: MemoryAccount;
  /**
   * Makes sure that a sandbox of this owner may take more bytes.
   *
   * @throws NoRoomError when there is no room for them
   */
  admitGrowth(owner: string | undefined, growth: number): Promise<void>;
  /** Who may do what at the control plane; undefined where everyone may do everything. */
  readonly guard: Guard | undefined;
  /** Part of every signing key. */
  readonly secret: string;
  /** Instant that a manual clock starts from when none is named. */
  readonly manualStart: string;
  readonly allowedWebhookHosts: readonly string[];
  readonly seeds: Seeds;
  readonly watch: Watch;
  readonly postWebhook: PostWebhook;
  /** @param sender name of the sandbox whose webhook it is */
  sendToOwnInbox(request: WebhookRequest, sender: string): Promise<SendReport> | undefined;
  /** Called with every defect of our own: a handler that threw, an answer that breaks the contract. */
  onDefect(error: unknown, what: string): void;
}
