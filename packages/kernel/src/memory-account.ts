/** Counts the approximate bytes in use, in this account and its parent accounts. */
export class MemoryAccount {
  readonly #most: number;
  #above: MemoryAccount | undefined;
  #bytes = 0;

  /** @param most limit in bytes for {@link MemoryAccount.take} */
  constructor(most = Number.POSITIVE_INFINITY, above?: MemoryAccount) {
    this.#most = most;
    this.#above = above;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Free bytes in this account and all parents; negative if a limit is exceeded. */
  get room(): number {
    return Math.min(this.#most - this.#bytes, this.#above?.room ?? Number.POSITIVE_INFINITY);
  }

  /** Adds bytes regardless of the limit. */
  add(bytes: number): void {
    this.#bytes += bytes;
    this.#above?.add(bytes);
  }

  /** Detaches the account from its parents. */
  close(): void {
    this.#above?.add(-this.#bytes);
    this.#above = undefined;
  }

  /** Adds bytes unless that would exceed the limit. @returns whether they were added */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > this.#most) return false;
    this.add(bytes);
    return true;
  }
}
