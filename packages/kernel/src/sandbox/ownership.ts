import { type ArchivedSandbox, UnavailableError } from './archive.js';

/** The outcome of an attempt to serve a sandbox. */
export type Claim = OwnClaim | { readonly kind: 'other'; readonly address: string };

/** This process owns it under this epoch. */
export interface OwnClaim {
  readonly kind: 'own';
  readonly epoch: number;
  /** Its metadata in the archive; undefined for a new sandbox. */
  readonly archived: ArchivedSandbox | undefined;
}

/** Which process owns which sandbox of a shared archive. */
export interface Ownership {
  /** Whether the lease of this process is valid, as far as it can know without asking. */
  readonly isHeld: boolean;
  /** Whether this process is shutting down, and accepts no more sandboxes. */
  readonly isDraining: boolean;
  /** Accepts no more sandboxes. It owns the others until it releases them. */
  drain(): void;
  /**
   * Claims a sandbox without an owner, under the next epoch. Names another process while draining.
   * @throws UnavailableError without a lease
   */
  claim(sandbox: string): Promise<Claim>;
  /** Releases a sandbox if this process owns it. */
  release(sandbox: string): Promise<void>;
  /** Names of sandboxes without an owner that have a due timer, oldest first. Deletes expired sandboxes. */
  due(now: number, most: number): Promise<string[]>;
  /** Calls the listener when this process has lost its lease. */
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
