import type { WorkerPool } from './jobs/worker-pool.js';
import type { SeedData } from './sandbox/sandbox.js';
import type { Sandboxes } from './sandbox/sandboxes.js';
import type { Snapshot } from './sandbox/snapshot.js';
import type { Simulator } from './simulator.js';
import type { Store } from './store/store.js';
import type { SendReport } from './webhooks/send-webhook.js';
import type { WebhookRequest } from './webhooks/webhook-policy.js';

/** What all sandboxes of one server share. */
export interface World {
  readonly version: string;
  /** By name, the control plane not among them. */
  readonly simulators: ReadonlyMap<string, Simulator>;
  readonly control: Simulator;
  readonly store: Store;
  readonly pool: WorkerPool;
  readonly sandboxes: Sandboxes;
  /** Snapshots kept on the server, by name. */
  readonly snapshots: Map<string, Snapshot>;
  /** Part of every signing key. */
  readonly secret: string;
  /** Bearer token of the control plane; undefined when it needs none. */
  readonly controlToken: string | undefined;
  /** Instant that a manual or scaled clock starts from when none is named. */
  readonly manualStart: string;
  readonly allowedWebhookHosts: readonly string[];
  /** @throws Error when there is no seed of this name; the message lists those there are */
  loadSeed(name: string): Promise<SeedData>;
  sendToOwnInbox(request: WebhookRequest): Promise<SendReport> | undefined;
  /** Told of everything that is our own defect: a handler that threw, an answer that breaks the contract. */
  onDefect(error: unknown, what: string): void;
}
