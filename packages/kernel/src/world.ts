import type { Evidence } from './control/api-evidence.js';
import type { ApiPages } from './control/api-pages.js';
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
  /** What the pages of the APIs are made of; undefined where there are none. */
  readonly apiPages: ApiPages | undefined;
  /** What each API is held to; undefined where no one knows. */
  readonly evidence: Evidence | undefined;
}
