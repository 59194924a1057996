import { type ArchivedSandbox, UnavailableError } from './archive.js';

/** The result of claiming a sandbox. */
export type OwnershipClaim = OwnClaim | { readonly kind: 'other'; readonly address: string };

export interface OwnClaim {
  readonly kind: 'own';
  readonly epoch: number;
  readonly archived: ArchivedSandbox | undefined;
}

/** The owners of the sandboxes in a shared archive. */
export interface SandboxOwnership {
  /** Whether the lease is valid, without a query. */
  readonly isHeld: boolean;
  /** Whether this process is shutting down. */
  readonly isDraining: boolean;
  /** Accepts no more sandboxes and retains the others until release. */
  drain(): void;
  /**
   * Claims a sandbox without an owner, under the next epoch. Names another process while draining.
   * @throws UnavailableError without a lease
   */
  claim(sandbox: string): Promise<OwnershipClaim>;
  /** Releases a sandbox if this process owns it. */
  release(sandbox: string): Promise<void>;
  /** Names of sandboxes without an owner that have a due timer, oldest first. Deletes expired sandboxes. */
  due(now: number, most: number): Promise<string[]>;
  /** Calls the listener when the lease is lost. */
  onLost(listener: () => void): void;
}

/** Another process owns the sandbox. */
export class ServedElsewhereError extends UnavailableError {
  readonly address: string;

  constructor(sandbox: string, address: string) {
    super(`Sandbox "${sandbox}" is served by another process`);
    this.name = 'ServedElsewhereError';
    this.address = address;
  }
}
