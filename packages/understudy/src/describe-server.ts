import { demoClient } from '@understudy/simulator-identity';
import { apiRegistry } from './api-registry.js';

/** Where things are and how to get in: what `start --json` prints as its first line. */
export interface ServerDescription {
  readonly ready: true;
  readonly url: string;
  /** The address that the server is bound to, where `url` is a public one. */
  readonly listening?: string;
  readonly control: string;
  /** Only where the control plane needs one. */
  readonly controlToken?: string;
  readonly apis: Readonly<Record<string, { readonly baseUrl: string; readonly authUrl: string }>>;
  readonly credentials: {
    readonly analysis: {
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scopes: Readonly<Record<string, string>>;
    };
  };
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
    const suffix = apiRegistry[api]?.scopeSuffix;
    return suffix === undefined ? [] : [[api, `${scopePrefix}:${suffix}`]];
  });
  return {
    ready: true,
    url,
    ...(listening === undefined ? {} : { listening }),
    control: `${url}/_sim`,
    ...(controlToken === undefined ? {} : { controlToken }),
    apis: Object.fromEntries(apis.map((api) => [api, { baseUrl: url, authUrl: url }])),
    credentials: {
      analysis: {
        clientId: demoClient.clientId,
        clientSecret: demoClient.clientSecret,
        scopes: Object.fromEntries(scopes),
      },
    },
  };
}
