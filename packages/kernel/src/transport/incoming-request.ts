/** A request as any transport hands it over. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Scheme and authority by which the caller reached us, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Bytes of a body that was not read, because it is larger than the operation takes or there is no operation. */
  readonly unread?: number;
  /** Name of the sandbox whose webhook this is: it must not wait for the end of a sandbox, which may wait for it. */
  readonly sender?: string;
}
