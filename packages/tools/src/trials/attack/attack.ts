import { GateFailed } from '../../gate.ts';
import type { Target } from './target.js';

/** One attack on a server that was started for it or for earlier attacks. */
export interface Attack {
  /** A short description. */
  readonly name: string;
  /** Takes a second or two; `npm test` runs it too. */
  readonly quick?: boolean;
  /** Arguments of `understudy start` besides a free port; attacks with equal arguments share a server. */
  readonly server?: readonly string[];
  /** The control token of the server; none by default. */
  readonly controlToken?: string;
  /** Milliseconds that the event loop may be blocked; default 100. Infinity if that does not matter. */
  readonly mostHeld?: number;
  /** Bytes that it sends; four times as many may remain. Default 0: memory does not matter. */
  readonly sends?: number;
  /** The error that the trial must report, for attacks in which the server's process misbehaves on purpose. */
  readonly planted?: RegExp;
  /** Attacks. @returns the figure that proves that it failed, in one line @throws GateFailed when it succeeded */
  run(target: Target): Promise<string>;
}

/** @throws GateFailed with the sentence when something is not as it must be */
export function must(held: boolean, otherwise: string): void {
  if (!held) throw new GateFailed(otherwise);
}
