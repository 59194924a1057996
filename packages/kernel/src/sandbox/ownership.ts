import { type ArchivedSandbox, UnavailableError } from './archive.js';

/** The result of an attempt to claim a sandbox. */
export type OwnershipClaim = OwnClaim | { readonly kind: 'other'; readonly address: string };

export interface OwnClaim {
  readonly kind: 'own';
  readonly epoch: number;
  readonly archived: ArchivedSandbox | undefined;
}

/** Manages which process owns each sandbox of a shared archive. */
export interface SandboxOwnership {
  /** True if the lease is valid. Does not query the database. */
  readonly isHeld: boolean;
  /** True if this process is shutting down. */
  readonly isDraining: boolean;
  /** Stops claiming sandboxes. Owned ones remain until they are released. */
  drain(): void;
  /**
   * Claims a sandbox without an owner, using the next epoch. While draining, returns another process instead.
   * @throws UnavailableError without a lease
   */
  claim(sandbox: string): Promise<OwnershipClaim>;
  /** Releases a sandbox if this process owns it. */
  release(sandbox: string): Promise<void>;
  /** Returns the names of sandboxes without an owner that have a due timer, oldest first. Deletes expired sandboxes. */
  due(now: number, most: number): Promise<string[]>;
  /** Registers a listener for the loss of the lease. */
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
