import type { Simulator } from '@understudy/kernel';
import type { KernelContext } from '@understudy/kernel/serving';
import type { EvidenceProvider } from './control/api-evidence.js';
import type { ApiPages } from './control/api-page.js';
import type { EventStreamRegistry } from './control/event-stream-registry.js';
import type { ControlGuard } from './guard/control-guard.js';
import type { SandboxReservations } from './guard/sandbox-reservations.js';
import type { RegistryContext } from './sandboxes/registry-context.js';
import type { SandboxRegistry } from './sandboxes/sandbox-registry.js';
import type { SnapshotStore } from './sandboxes/snapshot-store.js';

/** What corrects an API. Null for none. */
export interface Corrections {
  /** An OpenAPI Overlay. */
  readonly overlay: unknown;
  /** The changed lines of its behavior model. */
  readonly model: unknown;
}

/** Changes the corrections of the served APIs. */
export interface BehaviorEditor {
  find(api: string): Corrections;
  /**
   * Returns an API with other corrections. Omitted ones stay.
   * @throws ContractError if a correction does not apply
   */
  preview(api: string, changed: Partial<Corrections>): Simulator;
  /** Serves an API with other corrections. Stored data is unchanged. @throws ContractError */
  apply(api: string, changed: Partial<Corrections>): Simulator;
}

/** Everything that the control plane needs from its server. */
export interface ServerContext extends RegistryContext, Pick<KernelContext, 'control' | 'routes'> {
  readonly version: string;
  /** When the server was created, in real time. */
  readonly startedAt: string;
  readonly guard: ControlGuard | undefined;
  readonly sandboxes: SandboxRegistry;
  readonly snapshots: SnapshotStore;
  /** Sources of the API pages. Undefined if the server has no pages. */
  readonly apiPages: ApiPages | undefined;
  /** The ledgers of the APIs. Undefined if none is loaded. */
  readonly evidence: EvidenceProvider | undefined;
  /** The Overlays and behavior models of the APIs. Undefined if they cannot change. */
  readonly behavior: BehaviorEditor | undefined;
  readonly streams: EventStreamRegistry;
  readonly creations: SandboxReservations;
  /** Reserved bytes by owner. */
  readonly reserved: Map<string | undefined, number>;
}
