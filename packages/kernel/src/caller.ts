/** The client of a valid access token. */
export interface Caller {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Allowed tenants; any if absent. */
  readonly tenants?: readonly string[];
  /** Facts for the API that issued the token, readable by anyone with the token. */
  readonly claims?: Readonly<Record<string, string>>;
}

/** The owner of data: a client's tenant. */
export interface Owner {
  readonly clientId: string;
  readonly tenantId: string;
}
