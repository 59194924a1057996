import type { KnownSecrets } from '@understudy/contract';
import type { Caller } from './caller.js';
import type { RouteTable } from './pipeline/route-table.js';
import type { Sandbox } from './sandbox/sandbox.js';
import type { SandboxContext } from './sandbox/sandbox-context.js';
import type { Simulator } from './simulator.js';

export interface KernelContext extends SandboxContext {
  readonly control: Simulator;
  readonly routes: RouteTable;
  readonly sandboxes: Sandboxes;
  /** Undefined if the control plane requires no token. */
  readonly guard: AccessGuard | undefined;
}

interface Sandboxes {
  ready(name: string): Sandbox | undefined;
  /**
   * Activates or creates a sandbox if needed. Undefined for an invalid name.
   * @throws SandboxLimitError if the server is full
   */
  open(name: string): Promise<Sandbox | undefined>;
  /** A request starts in a sandbox, which stays active until it ends. */
  enter(sandbox: Sandbox): void;
  leave(sandbox: Sandbox): void;
  /** Protects a sandbox from eviction, because it has changed. */
  keep(sandbox: Sandbox): void;
  /** Whether a sandbox is being deleted, or is the sender itself and is being deactivated. */
  isLeaving(name: string, sender: string): boolean;
}

export interface AccessGuard {
  /** The tokens, which no output contains. */
  readonly secrets: KnownSecrets;
  /** The caller with a control token; undefined for any other text. */
  callerOf(token: string): Caller | undefined;
  /** Counts a request. @returns seconds to wait; 0 if it is within the limit */
  countRequest(token: string): number;
  /** Whether the stored bytes of an owner are limited. */
  limitsStorage(owner: string | undefined): boolean;
  /** Why a caller must not call an operation in a sandbox; undefined if it can. */
  denialOf(
    caller: Caller,
    operation: { readonly operationId: string; readonly method: string },
    sandbox: { readonly name: string; readonly owner: string | undefined },
  ): string | undefined;
}
