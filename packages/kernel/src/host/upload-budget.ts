/** How many bytes of request bodies a server holds at the same time. */
export class UploadBudget {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns whether there was room */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#most) return false;
    this.#held += bytes;
    return true;
  }

  /** Gives back what was taken. */
  give(bytes: number): void {
    this.#held -= bytes;
  }
}
