export type Labels = Readonly<Record<string, string>>;

/** One value. `suffix` follows the name of its family: `_total`, `_bucket`, `_sum`, `_count`. */
export interface Sample {
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

/** Counts what is rare, by labels. */
export class LabelCounts {
  #counts = new Map<string, { readonly labels: Labels; value: number }>();

  count(labels: Labels): void {
    const key = JSON.stringify(labels);
    const counted = this.#counts.get(key);
    if (counted === undefined) this.#counts.set(key, { labels, value: 1 });
    else counted.value += 1;
  }

  samples(): Sample[] {
    return [...this.#counts.values()].map(({ labels, value }) => ({ labels, value }));
  }
}
