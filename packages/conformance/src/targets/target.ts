import type { Finding, Operation } from '@understudy/contract';
import type { TargetCapability } from '../arazzo/model.js';
import type { ResolvedWorkflow } from '../arazzo/resolve.js';

/** A request. HTTP adds only the necessary headers. */
export interface HttpRequest {
  /** The method in upper case. */
  method: string;
  /** Absolute URL, sent unchanged. */
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
  /** Original sizes of the bodies in bytes, if the response comes from a recording. */
  recordedBytes?: { request: number; response: number };
}

/** The properties of a call that can determine its base URL. */
export interface TargetCall {
  operation?: Operation | undefined;
  /** The `x-api` of the scenario. */
  api?: string | undefined;
}

export interface Target {
  /** Name in reports: `in-process`, or the URL. */
  readonly name: string;
  /** Base URL of all paths, without a trailing slash. */
  readonly baseUrl: string;
  /** Capabilities of the target, known after `probe()`. Empty for foreign servers. */
  readonly capabilities: ReadonlySet<TargetCapability>;
  /** True if the target is a foreign environment. Defaults to true for targets without capabilities. */
  readonly restricted?: boolean | undefined;
  /** Maximum milliseconds that a workflow waits in real time, for targets with `waiting` but no `clock`. */
  readonly longestWait?: number | undefined;
  /** Number of parallel workflows without `isolate`. Default 1. */
  readonly concurrency?: number | undefined;
  /** Returns the base URL of a source, if it differs. */
  baseUrlOf?(source: string, call?: TargetCall): string | undefined;
  /** Returns values for a workflow's inputs, such as credentials and tenants. They override defaults. */
  inputsFor?(item: ResolvedWorkflow): Record<string, unknown>;
  /** Returns why this target cannot run a workflow, for reasons other than effects and capabilities. */
  whyNot?(item: ResolvedWorkflow): string | undefined;
  /** Checks the target before a run. */
  preflight?(items: readonly ResolvedWorkflow[], signal?: AbortSignal): Promise<PreflightResult>;
  /** Returns the target as a given workflow uses it, if it differs. */
  forWorkflow?(item: ResolvedWorkflow): Target;
  /** Sends a request. @throws TransportError if no response arrived or its signal was aborted */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Waits on the target's clock, or in real time. @param signal ends the wait early */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Creates a sandbox for a workflow, if the target has sandboxes. */
  readonly isolate?: ((name: string) => Promise<IsolatedTarget>) | undefined;
  /**
   * Determines the kind of target. @param signal ends the probe early @throws TargetUnreachableError if the target does
   * not respond
   */
  probe(signal?: AbortSignal): Promise<void>;
}

/** The target of a single workflow. */
export interface IsolatedTarget extends Target {
  /** Removes the sandbox. @throws Error if it could not be removed */
  dispose(): Promise<void>;
}

/** Returns whether effects need permission. */
export function isRestricted(target: Pick<Target, 'restricted' | 'capabilities'>): boolean {
  return target.restricted ?? target.capabilities.size === 0;
}

/** Replaces members of a target. The others are inherited, because a probe sets some of them later. */
export function extendTarget<T extends Target>(root: T, members: Partial<Target>): T {
  return Object.create(root, Object.getOwnPropertyDescriptors(members));
}

/** Thrown if the target does not respond. */
export class TargetUnreachableError extends Error {
  constructor(url: string, why: string) {
    super(`The target ${url} is unreachable (${why}). Start it, or check the URL.`);
    this.name = 'TargetUnreachable';
  }
}

/** Thrown if a request receives no complete response. */
export class TransportError extends Error {
  constructor(request: { method: string; url: string }, why: string, what = 'got no response') {
    super(`${request.method} ${request.url} ${what}: ${why}.`);
    this.name = 'TransportError';
  }
}

/** Thrown if a request must not be sent. */
export class RequestRejectedError extends TransportError {
  constructor(request: { method: string; url: string }, why: string) {
    super(request, why, 'was not sent');
    this.name = 'RequestRejected';
  }
}

/** Returns why a request must not be sent, or undefined. Called last, just before the socket opens. */
export type RequestGuard = (request: HttpRequest) => string | undefined;

/** An Understudy server that receives webhooks. */
export interface InboxServer {
  url: string;
  token?: string | undefined;
  /** Sends requests to the server in this process. */
  send?(request: HttpRequest): Promise<HttpResponse>;
  /** Returns why the server cannot be reached at its public URL. */
  whyUnreachable?(): Promise<string | undefined>;
}

/** The result of the checks before a run. */
export interface PreflightResult {
  /** Findings without duplicates. Errors fail the run. */
  findings: Finding[];
  /** Reasons why an API's workflows cannot run, by API. */
  apis: Record<string, string>;
  /** The reason why no webhook can be received. */
  inbox?: string;
}
