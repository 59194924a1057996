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

/** Changes the behavior models of the served APIs. */
export interface BehaviorEditor {
  /** Returns the changed lines of an API's model; null if there are none. */
  find(api: string): unknown;
  /** Returns an API with new model lines. @throws ContractError if a statement is invalid */
  preview(api: string, lines: unknown): Simulator;
  /** Serves an API with new model lines. Stored data is unchanged. @throws ContractError if a statement is invalid */
  apply(api: string, lines: unknown): Simulator;
}

/** Everything that the control plane needs from its server. */
export interface ServerContext extends RegistryContext, Pick<KernelContext, 'control' | 'routes'> {
  readonly version: string;
  /** Real time at which the server was created. */
  readonly startedAt: string;
  readonly guard: ControlGuard | undefined;
  readonly sandboxes: SandboxRegistry;
  readonly snapshots: SnapshotStore;
  /** Sources for the API pages. Undefined if the server has no pages. */
  readonly apiPages: ApiPages | undefined;
  /** The ledgers of the APIs. Undefined if none is loaded. */
  readonly evidence: EvidenceProvider | undefined;
  /** Editor for the APIs' behavior models. Undefined if they cannot be changed. */
  readonly behavior: BehaviorEditor | undefined;
  readonly streams: EventStreamRegistry;
  readonly creations: SandboxReservations;
  /** Reserved bytes by owner. */
  readonly reserved: Map<string | undefined, number>;
}
