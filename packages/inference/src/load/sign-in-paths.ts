import { isObject, membersOf, type OpenApiDocument } from '@understudy/contract';

/** Paths of the identity provider, by member of an OAuth flow or of a security scheme. */
const ofFlow: Readonly<Record<string, string>> = {
  authorizationUrl: '/oidc/authorize',
  tokenUrl: '/oidc/token',
  refreshUrl: '/oidc/token',
  deviceAuthorizationUrl: '/oidc/device_authorization',
};
const ofScheme: Readonly<Record<string, string>> = {
  openIdConnectUrl: '/.well-known/openid-configuration',
  oauth2MetadataUrl: '/.well-known/oauth-authorization-server',
};
const signInFlows = ['authorizationCode', 'deviceAuthorization'];

/**
 * Lists the security scheme URLs at which a user signs in, as paths of this server, each with the corresponding path of
 * the identity provider. Excludes paths of described operations.
 */
export function findSignInPaths({ components, paths = {} }: Pick<OpenApiDocument, 'components' | 'paths'>) {
  const found = new Map<string, string>();
  const scopes = new Set<string>();
  const add = (node: Readonly<Record<string, unknown>>, table: Readonly<Record<string, string>>) => {
    for (const [name, own] of Object.entries(table)) {
      const path = toServedPath(node[name]);
      if (path !== undefined && path !== own && !Object.hasOwn(paths, path)) found.set(path, own);
    }
  };
  for (const scheme of Object.values(membersOf(components?.['securitySchemes']))) {
    if (!isObject(scheme)) continue;
    add(scheme, ofScheme);
    const flows = membersOf(scheme['flows']);
    if (!signInFlows.some((name) => isObject(flows[name]))) continue;
    for (const flow of Object.values(flows).filter(isObject)) {
      add(flow, ofFlow);
      for (const scope of Object.keys(membersOf(flow['scopes']))) scopes.add(scope);
    }
  }
  return { paths: Object.fromEntries(found), scopes: [...scopes] };
}

/** Returns the path of a URL if this server can serve it. Control plane paths are reserved. */
export function toServedPath(url: unknown): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url, 'http://localhost')) return undefined;
  const { pathname } = new URL(url, 'http://localhost');
  return /^\/(?!_sim(?:\/|$)|~)[\w./~-]*[\w~-]$/.test(pathname) && pathname !== '/__proto__' ? pathname : undefined;
}
