/** The client of a valid access token. */
export interface Caller {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Tenants that the caller can access; all if absent. */
  readonly tenants?: readonly string[];
  /** Claims for the API that issued the token. Anyone who has the token can read them. */
  readonly claims?: Readonly<Record<string, string>>;
}

/** The owner of data: a client and its tenant. */
export interface Owner {
  readonly clientId: string;
  readonly tenantId: string;
}
