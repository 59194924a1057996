import type { Routes } from './pipeline/routes.js';
import type { SandboxContext } from './sandbox/sandbox-context.js';
import type { SandboxRegistry } from './sandbox/sandbox-registry.js';
import type { Snapshots } from './sandbox/snapshots.js';
import type { Simulator } from './simulator.js';

/** One server: everything that a request may need on its way. */
export interface KernelContext extends SandboxContext {
  readonly version: string;
  readonly control: Simulator;
  /** All operations, made ready. */
  readonly routes: Routes;
  readonly sandboxes: SandboxRegistry;
  /** Snapshots kept on the server, by name. */
  readonly snapshots: Snapshots;
}
