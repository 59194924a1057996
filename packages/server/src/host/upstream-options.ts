import type { IncomingRequest } from '@understudy/kernel';

/** The request or response of a forwarded exchange. */
export interface ForwardedMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** Size of the body as sent, in bytes. */
  readonly size: number;
  /** Decompressed body; undefined without a complete copy. */
  readonly body: Uint8Array | undefined;
}

/** A request to the real server, with the response if there was one. */
export interface ForwardedExchange {
  readonly method: string;
  /** URL of the real server. */
  readonly url: string;
  /** Start time in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly request: ForwardedMessage;
  readonly response: (ForwardedMessage & { readonly status: number }) | undefined;
  /** Why the exchange is incomplete. */
  readonly error: string | undefined;
}

/** A request before it is forwarded. `upgrade` is the requested protocol, such as `websocket`. */
export type RequestHead = Pick<IncomingRequest, 'method' | 'url' | 'headers'> & { readonly upgrade?: string };

/** Options for a real server behind this one. */
export interface UpstreamOptions {
  /** Base URL of the real server. */
  readonly target: string;
  /** Trusted certificates in PEM format, instead of the system's. */
  readonly ca?: string | undefined;
  /** Maximum number of body bytes to copy for `onExchange`. */
  readonly copiedBytes: number;
  /** Returns why a request must not reach the real server; undefined if it can. */
  refusal(request: RequestHead & { readonly target: string }): string | undefined;
  /**
   * Returns a function that checks a request by its body; undefined if there is nothing to check. The function gets
   * each piece of the body before it is sent, and returns why the request is rejected.
   */
  checkBody?(request: RequestHead): ((piece: Uint8Array) => string | undefined) | undefined;
  /** Returns whether this server handles a request itself. */
  simulates(method: string, path: string): boolean;
  /** Returns whether this server handles a request while the real server is unreachable. */
  replaces?(method: string, path: string): boolean;
  /** Called for each request handled in place of the unreachable server. */
  onReplaced?(method: string, path: string): void;
  onExchange(exchange: ForwardedExchange): void;
}
