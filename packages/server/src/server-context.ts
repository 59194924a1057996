import type { KernelContext } from '@understudy/kernel/serving';
import type { Evidence } from './control/api-evidence.js';
import type { ApiPages } from './control/api-page.js';
import type { OpenStreams } from './control/open-streams.js';
import type { Guard } from './guard/guard.js';
import type { RegistryContext } from './sandboxes/registry-context.js';
import type { SandboxRegistry } from './sandboxes/sandbox-registry.js';
import type { Snapshots } from './sandboxes/snapshots.js';

/** Everything that the control plane needs from its server. */
export interface ServerContext extends RegistryContext, Pick<KernelContext, 'control' | 'routes'> {
  readonly version: string;
  readonly guard: Guard | undefined;
  readonly sandboxes: SandboxRegistry;
  /** Snapshots on the server, by name. */
  readonly snapshots: Snapshots;
  /** Sources of the API pages; undefined if the server has none. */
  readonly apiPages: ApiPages | undefined;
  /** The ledger of each API; undefined if none is loaded. */
  readonly evidence: Evidence | undefined;
  /** Open event streams. */
  readonly streams: OpenStreams;
}
