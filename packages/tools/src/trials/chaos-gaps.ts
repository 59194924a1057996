// For how long sandboxes answered no one, and after which blow.
import type { ChaosClient, Gap } from './chaos-client.ts';
import type { Struck } from './chaos-storm.ts';

/** Times in which a sandbox was gone, over all of them. */
export class Gaps {
  readonly #gaps: ReadonlyArray<Gap & { readonly sandbox: string }>;
  readonly #blows: readonly Struck[];

  /** @param blows in the order of time */
  constructor(clients: readonly ChaosClient[], blows: readonly Struck[]) {
    this.#gaps = clients
      .flatMap(({ name, model }) => model.gaps.map((gap) => ({ ...gap, sandbox: name })))
      .sort((one, other) => lengthOf(one) - lengthOf(other));
    this.#blows = blows;
  }

  get count(): number {
    return this.#gaps.length;
  }

  /** Milliseconds. */
  quantile(share: number): number {
    const gap = this.#gaps[Math.ceil(this.#gaps.length * share) - 1];
    return gap === undefined ? 0 : lengthOf(gap);
  }

  /** The longest ones, each with the blow before it and what came instead of answers. */
  longest(most: number): string[] {
    return this.#gaps
      .slice(-most)
      .reverse()
      .map((gap) => {
        const before = this.#blows.findLast(({ at }) => at <= gap.from);
        const after =
          before === undefined ? 'before any blow' : `${seconds(gap.from - before.at)} s after "${before.blow}"`;
        return `${gap.sandbox} was gone for ${seconds(lengthOf(gap))} s from ${after}: ${gap.instead.join(' ')}`;
      });
  }
}

export function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

function lengthOf({ from, to }: Gap): number {
  return to - from;
}
