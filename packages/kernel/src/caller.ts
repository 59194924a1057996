/** Who sent a request: the client of a valid access token. */
export interface Caller {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Tenants that the client may act for; absent when it may act for any. */
  readonly tenants?: readonly string[];
  /** What the API that issued the token wants to know again. Anybody who has the token can read it. */
  readonly claims?: Readonly<Record<string, string>>;
}

/** The owner of data: an API keeps everything per client and tenant. */
export interface Owner {
  readonly clientId: string;
  readonly tenantId: string;
}
