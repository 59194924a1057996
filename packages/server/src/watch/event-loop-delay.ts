import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Sample } from './label-counts.js';

/** Milliseconds between two looks. */
const resolution = 20;
const quantiles = [50, 90, 99];

/** How late timers fire because something else computes. It looks from the first time that it is asked for. */
export class EventLoopDelay {
  #histogram: IntervalHistogram | undefined;

  /** Seconds since it was asked for before; none at the first time, or when nothing was seen. */
  samples(): Sample[] {
    const histogram = this.#histogram;
    if (histogram === undefined) {
      this.#histogram = monitorEventLoopDelay({ resolution });
      this.#histogram.enable();
      return [];
    }
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1000);
    const samples =
      histogram.count === 0
        ? []
        : [
            ...quantiles.map((percent) => ({
              labels: { quantile: String(percent / 100) },
              value: seconds(histogram.percentile(percent)),
            })),
            { labels: { quantile: '1' }, value: seconds(histogram.max) },
          ];
    histogram.reset();
    return samples;
  }

  close(): void {
    this.#histogram?.disable();
  }
}
