import { type Call, call, callJson, type Seen } from '../../clients/call.ts';
import { GateFailed } from '../../gate.ts';
import type { ObservedServer } from '../../observe/start-observed.ts';

/** One attack on a new server, or on the server of earlier attacks. */
export interface Attack {
  /** A short description. */
  readonly name: string;
  /** Short enough for `npm test`. */
  readonly quick?: boolean;
  /** Arguments of `understudy start` besides a free port. Attacks with equal arguments share a server. */
  readonly server?: readonly string[];
  /** The control token of the server. None by default. */
  readonly controlToken?: string;
  /** Longest blocking of the event loop in milliseconds. Default 100. Infinity if that does not matter. */
  readonly mostHeld?: number;
  /** Bytes that it sends. Four times that can remain. Default 0: memory does not matter. */
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

/** A running server whose process answers questions. */
export interface Target {
  readonly url: string;
  /** One call over its own connection. Never rejects. */
  call(method: string, path: string, more?: Call): Promise<Seen>;
  callJson(method: string, path: string, value: unknown, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  readonly ask: ObservedServer['ask'];
}

/** Calls the server of this address over connections of their own. */
export function callsTo(url: string): Pick<Target, 'call' | 'callJson'> {
  return {
    call: (method, path, more) => call(method, url + path, { ...more, fresh: true }),
    callJson: (method, path, value, headers) => callJson(method, url + path, value, headers, { fresh: true }),
  };
}
