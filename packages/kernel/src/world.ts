import type { OpenStreams } from './guard/open-streams.js';
import type { Routes } from './pipeline/routes.js';
import type { SandboxWorld } from './sandbox/sandbox-world.js';
import type { Sandboxes } from './sandbox/sandboxes.js';
import type { Snapshots } from './sandbox/snapshots.js';
import type { Simulator } from './simulator.js';

/** One server: everything that a request may need on its way. */
export interface World extends SandboxWorld {
  readonly version: string;
  readonly control: Simulator;
  /** All operations, made ready. */
  readonly routes: Routes;
  readonly sandboxes: Sandboxes;
  /** Snapshots kept on the server, by name. */
  readonly snapshots: Snapshots;
  /** Event streams that are open. */
  readonly streams: OpenStreams;
}
