import type { Operation } from '@understudy/contract';
import type { Capability } from '../arazzo/model.js';
import type { ResolvedWorkflow } from '../arazzo/resolve.js';
import type { Preflight } from './preflight.js';

/** A request as it goes out. Nothing is added to the headers but what HTTP itself needs. */
export interface HttpRequest {
  /** Upper case. */
  method: string;
  /** Absolute; path and query are sent exactly as they stand here. */
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  /** Aborted when the answer is not waited for any more. */
  signal?: AbortSignal | undefined;
}

/** A response, undecoded. Header names are in lower case; repeated headers are joined with `, `. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  /** How often the target answered 429 with `Retry-After` before this, and was waited for. */
  throttled?: number;
  /** Bytes of the two bodies as they first were, where a recording has something else for their secrets. */
  recordedBytes?: { request: number; response: number };
}

/** The part of a call on which the address of its source may depend. */
export interface Call {
  operation?: Operation | undefined;
  /** The `x-api` of the scenario. */
  api?: string | undefined;
}

/** Where scenarios run. */
export interface Target {
  /** For reports: `in-process`, or the URL. */
  readonly name: string;
  /** What operations' paths are appended to; no slash at the end. */
  readonly baseUrl: string;
  /** Empty for a server that is not one of our simulators. Known after `probe()`. */
  readonly capabilities: ReadonlySet<Capability>;
  /** True for an environment that is not ours to change; when missing, a target without capabilities is one. */
  readonly restricted?: boolean | undefined;
  /** Workflows at a time where `isolate` is missing; 1 by default. */
  readonly concurrency?: number | undefined;
  /** Where one source's operations live, when not under `baseUrl`. */
  baseUrlOf?(source: string, call?: Call): string | undefined;
  /** Values for the inputs of a workflow: credentials, tenants. They win over defaults. */
  inputsFor?(item: ResolvedWorkflow): Record<string, unknown>;
  /** Why this target cannot run a workflow, apart from effects and capabilities. */
  whyNot?(item: ResolvedWorkflow): string | undefined;
  /** Looks at the target before workflows run on it; missing where nothing is to be found out. */
  preflight?(items: readonly ResolvedWorkflow[], signal?: AbortSignal): Promise<Preflight>;
  /** This target as one workflow sees it; missing where that makes no difference. */
  forWorkflow?(item: ResolvedWorkflow): Target;
  /** @throws TransportError when no response came, or its signal was aborted */
  send(request: HttpRequest): Promise<HttpResponse>;
  /**
   * Lets that much time pass on the target: on its own clock where it has one that can be turned, else really.
   *
   * @param signal ends the wait early
   */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Makes a world of its own for one workflow; missing where the target has none. */
  readonly isolate?: ((name: string) => Promise<IsolatedTarget>) | undefined;
  /**
   * @param signal ends the probe early
   * @throws TargetUnreachable when nothing answers
   */
  probe(signal?: AbortSignal): Promise<void>;
}

/** A target of one workflow only. */
export interface IsolatedTarget extends Target {
  /** Removes it. @throws Error when it could not be removed */
  dispose(): Promise<void>;
}

/** Whether a target is an environment in which effects need permission. */
export function isRestricted(target: Pick<Target, 'restricted' | 'capabilities'>): boolean {
  return target.restricted ?? target.capabilities.size === 0;
}

/** Nothing answers at the target's address. */
export class TargetUnreachable extends Error {
  constructor(url: string, why: string) {
    super(`The target ${url} does not answer (${why}). Start it, or check the address.`);
    this.name = 'TargetUnreachable';
  }
}

/** A request was sent, or tried, and no whole response came back. */
export class TransportError extends Error {
  constructor(request: { method: string; url: string }, why: string, what = 'got no response') {
    super(`${request.method} ${request.url} ${what}: ${why}.`);
    this.name = 'TransportError';
  }
}

/** A request that was not sent, because it must not be. */
export class RequestRejected extends TransportError {
  constructor(request: { method: string; url: string }, why: string) {
    super(request, why, 'was not sent');
    this.name = 'RequestRejected';
  }
}

/** Why a request may not leave this process; `undefined` when it may. Asked last of all, right before the socket. */
export type RequestGuard = (request: HttpRequest) => string | undefined;
