import type { ErrorResult } from '@understudy/kernel';
import { createStreamLimitError } from './control-errors.js';

export class EventStreamRegistry {
  readonly #most: number;
  readonly #mostOf: (token: string | undefined) => number | undefined;
  readonly #ofTokens = new Map<string | undefined, number>();

  /** @param mostOf returns the limit of a token; undefined for no limit */
  constructor(most: number, mostOf: (token: string | undefined) => number | undefined) {
    this.#most = most;
    this.#mostOf = mostOf;
  }

  /** @returns a function that closes the stream, or an error */
  open(token: string | undefined): (() => void) | ErrorResult {
    const own = this.#ofTokens.get(token) ?? 0;
    const mostOwn = this.#mostOf(token) ?? Number.POSITIVE_INFINITY;
    const all = [...this.#ofTokens.values()].reduce((sum, count) => sum + count, 0);
    if (all >= this.#most)
      return createStreamLimitError(
        `${this.#most} event streams are open, the most that this server sends (--limit maxStreams)`,
      );
    if (own >= mostOwn)
      return createStreamLimitError(
        `The control token "${token}" has ${mostOwn} event streams open, the most that it may`,
      );
    this.#ofTokens.set(token, own + 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#ofTokens.set(token, (this.#ofTokens.get(token) ?? 1) - 1);
      isOpen = false;
    };
  }
}
