import { GateFailed } from '../../gate.ts';
import type { Target } from './target.js';

/** One attack on a server that was started for it, or for others before it. */
export interface Attack {
  /** What is tried, in a few words. */
  readonly name: string;
  /** Whether it takes a second or two, so that `npm test` runs it too. */
  readonly quick?: boolean;
  /** Arguments of `understudy start` beside a free port; attacks with the same ones share a server. */
  readonly server?: readonly string[];
  /** The control token of the server; it needs none by default. */
  readonly controlToken?: string;
  /** Milliseconds that the event loop may be held; 100 by default. Infinity where holding it does not matter. */
  readonly mostHeld?: number;
  /** Bytes that it sends; four times as many may stay behind; 0 or none when memory does not matter. */
  readonly sends?: number;
  /** Why it gets through, where the server's process misbehaves by itself in it: the trial must notice that. */
  readonly planted?: RegExp;
  /**
   * Attacks.
   *
   * @returns the figure that shows that it held, in one line
   * @throws GateFailed when it did not
   */
  run(target: Target): Promise<string>;
}

/** @throws GateFailed with the sentence when something is not as it must be */
export function must(held: boolean, otherwise: string): void {
  if (!held) throw new GateFailed(otherwise);
}
