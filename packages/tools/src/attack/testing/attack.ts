import { type Call, call, callJson, type Seen } from '../../clients/call.ts';
import { GateFailed } from '../../gate.ts';
import type { ObservedServer } from '../../observe/start-observed.ts';

/** An attack on a new server, or on a server that earlier attacks have used. */
export interface Attack {
  /** A short description. */
  readonly name: string;
  /** True if the attack is short enough for `npm test`. */
  readonly quick?: boolean;
  /** Arguments of `understudy start` besides a free port. Attacks with equal arguments share a server. */
  readonly server?: readonly string[];
  /** The control token of the server. None by default. */
  readonly controlToken?: string;
  /** Maximum time that the event loop can be blocked, in milliseconds. Default 100. Infinity means no limit. */
  readonly mostHeld?: number;
  /** Number of bytes that the attack sends. Memory can grow by four times as much. Default 0: memory is not checked. */
  readonly sends?: number;
  /** The error that the trial must report, for attacks in which the server's process misbehaves on purpose. */
  readonly planted?: RegExp;
  /**
   * Runs the attack.
   *
   * @returns one line with the figure that proves its failure
   * @throws GateFailed if the attack succeeds
   */
  run(target: Target): Promise<string>;
}

/** @throws GateFailed with the message `otherwise` unless the condition holds */
export function must(held: boolean, otherwise: string): void {
  if (!held) throw new GateFailed(otherwise);
}

/** A running server whose process can be queried. */
export interface Target {
  readonly url: string;
  /** Sends one request over a new connection. Never rejects. */
  call(method: string, path: string, more?: Call): Promise<Seen>;
  callJson(method: string, path: string, value: unknown, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  readonly ask: ObservedServer['ask'];
}

/** Returns functions that call the server at a URL, each over a new connection. */
export function callsTo(url: string): Pick<Target, 'call' | 'callJson'> {
  return {
    call: (method, path, more) => call(method, url + path, { ...more, fresh: true }),
    callJson: (method, path, value, headers) => callJson(method, url + path, value, headers, { fresh: true }),
  };
}
