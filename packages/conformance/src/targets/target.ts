import type { Capability } from '../arazzo/model.js';

/** A request as it goes out. Nothing is added to the headers but what HTTP itself needs. */
export interface HttpRequest {
  /** Upper case. */
  method: string;
  /** Absolute; path and query are sent exactly as they stand here. */
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array;
}

/** A response, undecoded. Header names are in lower case; repeated headers are joined with `, `. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Where scenarios run. */
export interface Target {
  /** For reports: `in-process`, or the URL. */
  readonly name: string;
  /** What operations' paths are appended to; no slash at the end. */
  readonly baseUrl: string;
  /** Empty for a server that is not one of our simulators. Known after `probe()`. */
  readonly capabilities: ReadonlySet<Capability>;
  /** Where one source's operations live, when not under `baseUrl`. */
  baseUrlOf?(source: string): string | undefined;
  /** @throws TransportError when no response came */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Lets that much time pass on the target: on its own clock where it has one that can be turned, else really. */
  wait(milliseconds: number): Promise<void>;
  /** Makes a world of its own for one workflow; missing where the target has none. */
  readonly isolate?: ((name: string) => Promise<IsolatedTarget>) | undefined;
  /** @throws TargetUnreachable when nothing answers */
  probe(): Promise<void>;
}

/** A target of one workflow only. */
export interface IsolatedTarget extends Target {
  /** Removes it. @throws Error when it could not be removed */
  dispose(): Promise<void>;
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
  constructor(request: { method: string; url: string }, why: string) {
    super(`${request.method} ${request.url} got no response: ${why}.`);
    this.name = 'TransportError';
  }
}
