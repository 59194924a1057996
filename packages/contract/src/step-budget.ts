/** The steps that work may still take. The work spends them as it goes, so that no input can hold up the process. */
export class StepBudget {
  readonly #steps: number;
  #left: number;

  constructor(steps: number) {
    this.#steps = steps;
    this.#left = steps;
  }

  /** The steps taken so far. */
  get spent(): number {
    return this.#steps - this.#left;
  }

  /** @throws Error if fewer steps are left */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left >= 0) return;
    const limit = this.#steps.toLocaleString('en-US');
    throw new Error(`it takes more than ${limit} steps. Use a narrower path, with fewer \`..\` and filters`);
  }
}
