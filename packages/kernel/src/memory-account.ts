/** Bytes that something holds, about. They count in the account above it, too, up to that of the whole server. */
export class MemoryAccount {
  readonly #most: number;
  #above: MemoryAccount | undefined;
  #bytes = 0;

  /** @param most bytes that {@link MemoryAccount.take} gives */
  constructor(most = Number.POSITIVE_INFINITY, above?: MemoryAccount) {
    this.#most = most;
    this.#above = above;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes that are still free, here and in every account above; negative where too many are held. */
  get room(): number {
    return Math.min(this.#most - this.#bytes, this.#above?.room ?? Number.POSITIVE_INFINITY);
  }

  /** Counts more bytes, or fewer, whether there is room or not. */
  add(bytes: number): void {
    this.#bytes += bytes;
    this.#above?.add(bytes);
  }

  /** Nothing of it counts in the accounts above any more, whatever is still added. */
  close(): void {
    this.#above?.add(-this.#bytes);
    this.#above = undefined;
  }

  /** Counts more bytes where the limit of this account allows it. @returns whether it does */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > this.#most) return false;
    this.add(bytes);
    return true;
  }
}
