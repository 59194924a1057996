/** Approximate bytes in use, also counted in the parent account. */
export class MemoryAccount {
  readonly #most: number;
  #above: MemoryAccount | undefined;
  #bytes = 0;

  /** @param most limit of {@link MemoryAccount.take} */
  constructor(most = Number.POSITIVE_INFINITY, above?: MemoryAccount) {
    this.#most = most;
    this.#above = above;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Free bytes here and in all parents; negative if exceeded. */
  get room(): number {
    return Math.min(this.#most - this.#bytes, this.#above?.room ?? Number.POSITIVE_INFINITY);
  }

  /** Counts bytes regardless of the limit. */
  add(bytes: number): void {
    this.#bytes += bytes;
    this.#above?.add(bytes);
  }

  /** Detaches the account from its parents. */
  close(): void {
    this.#above?.add(-this.#bytes);
    this.#above = undefined;
  }

  /** Counts bytes within the limit. @returns whether there was space */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > this.#most) return false;
    this.add(bytes);
    return true;
  }
}
