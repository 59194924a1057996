import type { ApiDefinition } from '@understudy/kernel';
import { demoClient } from '@understudy/simulator-identity';

/** The JSON line that `start --json` prints: addresses and credentials. */
export interface ServerDescription {
  readonly ready: true;
  readonly url: string;
  /** The bound address, if `url` is public. */
  readonly listening?: string;
  readonly control: string;
  /** The control token, if the control plane requires one. */
  readonly controlToken?: string;
  readonly apis: Readonly<Record<string, ApiAddresses>>;
  readonly credentials: {
    /** The identity provider's client, and its scope for each API. */
    readonly analysis: {
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scopes: Readonly<Record<string, string>>;
    };
    /** The issuer and client for OpenID Connect. */
    readonly identity: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
    /** Demo accounts of APIs with their own token endpoint. */
    readonly [api: string]: Readonly<Record<string, unknown>>;
  };
}

interface ApiAddresses {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly [further: string]: string;
}

interface ServerExtras {
  readonly controlUrl?: string;
  readonly controlToken?: string;
  readonly listening?: string;
}

export function describeServer(
  url: string,
  apis: readonly ApiDefinition[],
  { controlUrl = url, controlToken, listening }: ServerExtras = {},
): ServerDescription {
  const { clientId, clientSecret } = demoClient;
  const scopes = apis.flatMap(({ name, tokens }) => (tokens?.scope === undefined ? [] : [[name, tokens.scope]]));
  const accounts = apis.flatMap(({ name, tokens }) => (tokens?.account === undefined ? [] : [[name, tokens.account]]));
  return {
    ready: true,
    url,
    ...(listening === undefined ? {} : { listening }),
    control: `${controlUrl}/_sim`,
    ...(controlToken === undefined ? {} : { controlToken }),
    apis: Object.fromEntries(apis.map((api) => [api.name, addressesOf(api, url)])),
    credentials: {
      analysis: { clientId, clientSecret, scopes: Object.fromEntries(scopes) },
      identity: { issuer: url, clientId, clientSecret },
      ...Object.fromEntries(accounts),
    },
  };
}

/** Returns the URLs of an API. All APIs share one origin. */
function addressesOf({ addresses = {} }: ApiDefinition, url: string): ApiAddresses {
  const further = Object.keys(addresses).map((name) => [name, url]);
  return { baseUrl: url, authUrl: url, ...Object.fromEntries(further) };
}
