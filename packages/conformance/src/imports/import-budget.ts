import { ImportError } from './import-error.js';

/** Limits of the parts that need time and memory. */
const limits = {
  'requests and stubs': 5000,
  'parameters and headers': 100_000,
  'characters of YAML, Bruno and curl': 4 * 1024 * 1024,
  'characters of URLs and headers': 4 * 1024 * 1024,
  'characters of bodies': 8 * 1024 * 1024,
};

/** Counts the parts of an import. */
export class ImportBudget {
  readonly #left = { ...limits };

  /** Returns whether the limit leaves room for parts. */
  admits(what: keyof typeof limits, count: number): boolean {
    this.#left[what] -= count;
    return this.#left[what] >= 0;
  }

  /** @throws ImportError if the limit is exceeded */
  spend(what: keyof typeof limits, count: number, place: string): void {
    if (!this.admits(what, count))
      throw new ImportError(`${place}: there are more than ${limits[what]} ${what}. Import only some of them`);
  }
}
