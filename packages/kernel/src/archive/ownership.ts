import { type ArchivedSandbox, Unavailable } from './archive.js';

/** The outcome of an attempt to serve a sandbox. */
export type Claim = OwnClaim | { readonly kind: 'other'; readonly address: string };

/** This process serves it, under this epoch. */
export interface OwnClaim {
  readonly kind: 'own';
  readonly epoch: number;
  /** How it lies in the archive; undefined for one that is new. */
  readonly archived: ArchivedSandbox | undefined;
}

/** Which process serves which sandbox, where several share an archive. */
export interface Ownership {
  /** Whether what this process serves is its own, as far as it can know without asking. */
  readonly isHeld: boolean;
  /** Whether this process is about to end, and accepts no more sandboxes. */
  readonly isDraining: boolean;
  /** From now on this process accepts no more sandboxes; what it serves is its own until it gives it up. */
  drain(): void;
  /**
   * Takes a sandbox that no one serves, under the next epoch; while this process drains, it names another process that
   * can.
   *
   * @throws Unavailable when this process may serve nothing now
   */
  claim(sandbox: string): Promise<Claim>;
  /**
   * Gives a sandbox up, which sleeps from then on, or is gone when nothing was ever kept of it. Nothing happens when
   * another process has it by now.
   */
  release(sandbox: string): Promise<void>;
  /**
   * Names of sandboxes that no one serves and whose time to wake has come, the longest waiting first; those that were
   * idle for their time to live are removed.
   *
   * @param now milliseconds of real time
   */
  due(now: number, most: number): Promise<string[]>;
  /** Calls the listener when this process has lost all that it owned. */
  onLost(listener: () => void): void;
}

/** A sandbox is served by another process. */
export class ServedElsewhere extends Unavailable {
  readonly address: string;

  constructor(sandbox: string, address: string) {
    super(`Sandbox "${sandbox}" is served by another process`);
    this.name = 'ServedElsewhere';
    this.address = address;
  }
}
