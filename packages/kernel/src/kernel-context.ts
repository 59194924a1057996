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
   * Activates or creates a sandbox if needed. Returns undefined for an invalid name.
   * @throws SandboxLimitError if the server is full
   */
  open(name: string): Promise<Sandbox | undefined>;
  /** Returns whether a sandbox exists. */
  isKnown(name: string): Promise<boolean>;
  /** Marks the start of a request. The sandbox stays active until the request ends. */
  enter(sandbox: Sandbox): void;
  leave(sandbox: Sandbox): void;
  /** Protects a changed sandbox from eviction. */
  keep(sandbox: Sandbox): void;
  /** Returns whether a sandbox is being deleted, or is the sender and being deactivated. */
  isLeaving(name: string, sender: string): boolean;
}

export interface AccessGuard {
  /** The control tokens as secrets, which are redacted in all output. */
  readonly secrets: KnownSecrets;
  /** Returns the caller that a control token identifies; undefined for any other string. */
  callerOf(token: string): Caller | undefined;
  /** Counts a request. @returns seconds until the next allowed request; 0 if the request is allowed */
  countRequest(token: string): number;
  /** Returns how many bytes an owner can store; undefined if there is no limit. */
  mostStored(owner: string | undefined): number | undefined;
  /** Returns why a caller is not allowed to call an operation in a sandbox; undefined if it is allowed. */
  denialOf(
    caller: Caller,
    operation: { readonly operationId: string; readonly method: string },
    sandbox: { readonly name: string; readonly owner: string | undefined },
  ): string | undefined;
}
