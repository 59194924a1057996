import type { SerializedChange } from './net-changes.js';

/** Sandbox changes waiting to be stored. */
export interface Append {
  readonly sandbox: string;
  readonly epoch: number;
  readonly steps: readonly SerializedChange[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Options {
  /** Stores appends in one transaction. @returns the rejected appends; all others are stored */
  write(appends: readonly Append[]): Promise<ReadonlyMap<Append, Error>>;
  /** Called if nothing was stored. Returns whether the appends were moved to other queues for a retry. */
  divide?(appends: readonly Append[], error: unknown): boolean;
  /** Called when all appends have been stored or rejected. @param isStored whether the last transaction succeeded */
  onEmpty?(isStored: boolean): void;
}

/** Stores appends in order. All appends made in one event loop turn share a transaction. */
export class AppendQueue {
  readonly #options: Options;
  #waiting: Append[] = [];
  #isWriting = false;

  constructor(options: Options) {
    this.#options = options;
  }

  push(append: Append): void {
    this.#waiting.push(append);
    if (this.#isWriting) return;
    this.#isWriting = true;
    void this.#writeAll();
  }

  /** Removes and returns the waiting appends of a sandbox. */
  take(sandbox: string): Append[] {
    const taken = this.#waiting.filter((append) => append.sandbox === sandbox);
    this.#waiting = this.#waiting.filter((append) => append.sandbox !== sandbox);
    return taken;
  }

  async #writeAll(): Promise<void> {
    let isStored = true;
    while (this.#waiting.length > 0) isStored = await this.#writeBatch();
    // Set in the same step as the check, so that the next append starts a new run.
    this.#isWriting = false;
    this.#options.onEmpty?.(isStored);
  }

  async #writeBatch(): Promise<boolean> {
    await nextTurn();
    const appends = this.#waiting;
    this.#waiting = [];
    try {
      const refused = await this.#options.write(appends);
      for (const append of appends) {
        const error = refused.get(append);
        if (error === undefined) append.resolve();
        else append.reject(error);
      }
      return true;
    } catch (error) {
      if (this.#options.divide?.(appends, error) === true) return true;
      for (const { reject } of appends) reject(error);
      // Later appends depend on changes that were not stored.
      await nextTurn();
      for (const sandbox of new Set(appends.map(({ sandbox }) => sandbox))) {
        for (const { reject } of this.take(sandbox)) reject(error);
      }
      return false;
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
