import { demoClient } from '@understudy/simulator-identity';
import { apiRegistry, type DemoAccount } from './api-registry.js';

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
    readonly analysis: {
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scopes: Readonly<Record<string, string>>;
    };
    /** Only where the e-invoicing API is served; its demo data has this account. */
    readonly einvoicing?: DemoAccount;
  };
}

/** The addresses of one API: its own, that of its token endpoint, and of Direct Print where it has one. */
export interface ApiAddresses {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly printUrl?: string;
}

/** Any prefix will do unless the setting `scopePrefix` pins one: analysis.gap.scope-prefix. */
const scopePrefix = 'understudy-stage';

/** What only some servers have. */
export interface ServerExtras {
  readonly controlToken?: string;
  readonly listening?: string;
}

/** Describes a server of these APIs at an address. */
export function describeServer(
  url: string,
  apis: readonly string[],
  { controlToken, listening }: ServerExtras = {},
): ServerDescription {
  const scopes = apis.flatMap((api) => {
    const { scopeSuffix: suffix, scope = suffix && `${scopePrefix}:${suffix}` } = apiRegistry[api] ?? {};
    return scope === undefined ? [] : [[api, scope]];
  });
  const account = apis.map((api) => apiRegistry[api]?.account).find((one) => one !== undefined);
  return {
    ready: true,
    url,
    ...(listening === undefined ? {} : { listening }),
    control: `${url}/_sim`,
    ...(controlToken === undefined ? {} : { controlToken }),
    apis: Object.fromEntries(apis.map((api) => [api, addressesOf(api, url)])),
    credentials: {
      analysis: {
        clientId: demoClient.clientId,
        clientSecret: demoClient.clientSecret,
        scopes: Object.fromEntries(scopes),
      },
      ...(account === undefined ? {} : { einvoicing: account }),
    },
  };
}

/** Everything is served on one origin; only e-invoicing knows a third address. */
function addressesOf(api: string, url: string): ApiAddresses {
  return { baseUrl: url, authUrl: url, ...(apiRegistry[api]?.account === undefined ? {} : { printUrl: url }) };
}
