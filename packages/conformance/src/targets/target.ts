import type { Operation } from '@understudy/contract';
import type { TargetCapability } from '../arazzo/model.js';
import type { ResolvedWorkflow } from '../arazzo/resolve.js';
import type { PreflightResult } from './preflight.js';

/** A request. HTTP only adds the necessary headers. */
export interface HttpRequest {
  /** Upper case. */
  method: string;
  /** Absolute, sent unchanged. */
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  /** Cancels the request. */
  signal?: AbortSignal | undefined;
}

/** A response before decoding. Header names are in lower case, and repeated headers are joined with `, `. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  /** The number of earlier 429 responses. */
  throttled?: number;
  /** Bytes of the original bodies in a recording. */
  recordedBytes?: { request: number; response: number };
}

/** The part of a call that can determine its address. */
export interface TargetCall {
  operation?: Operation | undefined;
  /** The `x-api` of the scenario. */
  api?: string | undefined;
}

export interface Target {
  /** For reports: `in-process`, or the URL. */
  readonly name: string;
  /** The prefix of paths, without a slash at the end. */
  readonly baseUrl: string;
  /** Empty for foreign servers. Known after `probe()`. */
  readonly capabilities: ReadonlySet<TargetCapability>;
  /** Whether it is a foreign environment. Default for targets without capabilities. */
  readonly restricted?: boolean | undefined;
  /** Parallel workflows without `isolate`. Default 1. */
  readonly concurrency?: number | undefined;
  /** The base URL of a source, if it differs. */
  baseUrlOf?(source: string, call?: TargetCall): string | undefined;
  /** Values for the inputs of a workflow: credentials, tenants. They win over defaults. */
  inputsFor?(item: ResolvedWorkflow): Record<string, unknown>;
  /** The reason why this target cannot run a workflow, apart from effects and capabilities. */
  whyNot?(item: ResolvedWorkflow): string | undefined;
  /** Checks the target before a run. */
  preflight?(items: readonly ResolvedWorkflow[], signal?: AbortSignal): Promise<PreflightResult>;
  /** The view of a workflow, if it differs. */
  forWorkflow?(item: ResolvedWorkflow): Target;
  /** @throws TransportError when no response came, or its signal was aborted */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Lets time pass on the target's clock, or in reality. @param signal ends the wait early */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Creates a sandbox for a workflow, if the target has sandboxes. */
  readonly isolate?: ((name: string) => Promise<IsolatedTarget>) | undefined;
  /** @param signal ends the probe early @throws TargetUnreachable without a response */
  probe(signal?: AbortSignal): Promise<void>;
}

/** The target of a single workflow. */
export interface IsolatedTarget extends Target {
  /** Removes it. @throws Error when it could not be removed */
  dispose(): Promise<void>;
}

/** Returns whether effects need permission. */
export function isRestricted(target: Pick<Target, 'restricted' | 'capabilities'>): boolean {
  return target.restricted ?? target.capabilities.size === 0;
}

/** The target does not respond. */
export class TargetUnreachableError extends Error {
  constructor(url: string, why: string) {
    super(`The target ${url} is unreachable (${why}). Start it, or check the URL.`);
    this.name = 'TargetUnreachable';
  }
}

/** A request without a complete response. */
export class TransportError extends Error {
  constructor(request: { method: string; url: string }, why: string, what = 'got no response') {
    super(`${request.method} ${request.url} ${what}: ${why}.`);
    this.name = 'TransportError';
  }
}

/** A request that was not sent. */
export class RequestRejectedError extends TransportError {
  constructor(request: { method: string; url: string }, why: string) {
    super(request, why, 'was not sent');
    this.name = 'RequestRejected';
  }
}

/** The reason why a request must not be sent. Called last, before the socket opens. */
export type RequestGuard = (request: HttpRequest) => string | undefined;
