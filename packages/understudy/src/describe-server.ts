import type { Api } from '@understudy/kernel';
import { demoClient } from '@understudy/simulator-identity';

/** Where things are and how to get in: what `start --json` prints as its first line. */
export interface ServerDescription {
  readonly ready: true;
  readonly url: string;
  /** The address that the server is bound to, where `url` is a public one. */
  readonly listening?: string;
  readonly control: string;
  /** Only where the control plane needs one. */
  readonly controlToken?: string;
  readonly apis: Readonly<Record<string, ApiAddresses>>;
  readonly credentials: {
    /** The client of the identity provider, and the scopes to ask it for, by API. */
    readonly analysis: {
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scopes: Readonly<Record<string, string>>;
    };
    /** Accounts of the demo data by API, for those that have token endpoints of their own. */
    readonly [api: string]: Readonly<Record<string, unknown>>;
  };
}

/** The addresses of one API: its own, that of its token endpoint, and further ones by name where it has some. */
export interface ApiAddresses {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly [further: string]: string;
}

/** What only some servers have. */
export interface ServerExtras {
  readonly controlToken?: string;
  readonly listening?: string;
}

/** Describes a server of these APIs at an address. */
export function describeServer(
  url: string,
  apis: readonly Api[],
  { controlToken, listening }: ServerExtras = {},
): ServerDescription {
  const scopes = apis.flatMap(({ name, tokens }) => (tokens?.scope === undefined ? [] : [[name, tokens.scope]]));
  const accounts = apis.flatMap(({ name, tokens }) => (tokens?.account === undefined ? [] : [[name, tokens.account]]));
  return {
    ready: true,
    url,
    ...(listening === undefined ? {} : { listening }),
    control: `${url}/_sim`,
    ...(controlToken === undefined ? {} : { controlToken }),
    apis: Object.fromEntries(apis.map((api) => [api.name, addressesOf(api, url)])),
    credentials: {
      analysis: {
        clientId: demoClient.clientId,
        clientSecret: demoClient.clientSecret,
        scopes: Object.fromEntries(scopes),
      },
      ...Object.fromEntries(accounts),
    },
  };
}

/** Everything is served on one origin. */
function addressesOf({ addresses = {} }: Api, url: string): ApiAddresses {
  const further = Object.keys(addresses).map((name) => [name, url]);
  return { baseUrl: url, authUrl: url, ...Object.fromEntries(further) };
}
