import type { ErrorResult, UnitContext } from '@understudy/kernel';
import type { RegisteredClient, User } from '../entities.js';
import { identityTokenErrors, oauthErrors } from '../errors.js';
import { scopeClaims, scopeSuffixes, unsuffixedScopes } from '../policies.js';
import { environmentSetting, scopePrefix, unregisteredClients } from '../settings.js';

const ofAnalysis = new RegExp(`:(${scopeSuffixes.join('|')})$|^(${unsuffixedScopes.join('|')})-`);

/**
 * Checks whether a client can have these scopes. Scopes of the analysis services follow the rules of `/connect/token`.
 * @returns why not
 */
export function checkScopes(
  scopes: readonly string[],
  client: RegisteredClient,
  { settings }: Pick<UnitContext, 'settings'>,
): ErrorResult | undefined {
  const malformed = scopes.find((scope) => !/^[!#-[\]-~]+$/.test(scope));
  if (malformed !== undefined)
    return oauthErrors.invalid_scope(`The scope "${malformed}" contains an invalid character`);
  const terms = { scopePrefix: settings.of(scopePrefix), environment: settings.of(environmentSetting) };
  const refusal = checkRequestedScope(
    scopes.filter((scope) => ofAnalysis.test(scope)),
    client,
    terms,
  );
  if (refusal !== undefined) return refusal;
  const others = scopes.filter((scope) => !ofAnalysis.test(scope) && !Object.hasOwn(scopeClaims, scope));
  // Scopes of the described APIs on this server. An empty list allows all.
  const described = settings.of(unregisteredClients);
  if (client.scopes === undefined && described?.length === 0) return undefined;
  const granted = client.scopes ?? described ?? [];
  const refused = others.find((scope) => !granted.includes(scope));
  if (refused === undefined) return undefined;
  return client.scopes === undefined
    ? identityTokenErrors.unknownScope(refused)
    : identityTokenErrors.notGranted(refused);
}

export function listUserScopes({ scopes: own }: User, scopes: readonly string[]): string[] {
  return scopes.filter((scope) => own === undefined || scopeClaims[scope] !== undefined || own.includes(scope));
}

/** Checks that resources are absolute URIs that the client can name (RFC 8707 section 2). @returns why not */
export function checkResources(resources: readonly string[], { resources: own }: RegisteredClient) {
  const wrong = resources.find((uri) => !URL.canParse(uri) || uri.includes('#') || own?.includes(uri) === false);
  if (wrong === undefined) return undefined;
  return oauthErrors.invalid_target(
    `The resource "${wrong}" must be an absolute URI without a fragment that the client can use`,
  );
}

/**
 * Returns why a client cannot have these scopes; undefined if it can (analysis.auth.scope-shape,
 * analysis.gap.scope-prefix). An API outside the analysis services has one plain scope, `<name>-<env>`.
 */
export function checkRequestedScope(
  scopes: readonly string[],
  client: RegisteredClient,
  { scopePrefix, environment }: { readonly scopePrefix: string | null; readonly environment: string },
): ErrorResult | undefined {
  const prefix = scopePrefix ?? '[a-z0-9-]+';
  const pattern = new RegExp(`^${prefix}-${environment}:(${scopeSuffixes.join('|')})$`);
  const plain = unsuffixedScopes.map((name) => `${name}-${environment}`).join(', ');
  const shape = `${scopePrefix ?? '<prefix>'}-${environment}:<suffix> with suffix ${scopeSuffixes.join(', ')}, or be ${plain}`;
  for (const scope of scopes) {
    const granted = pattern.exec(scope)?.[1] ?? unsuffixedScopes.find((name) => scope === `${name}-${environment}`);
    if (granted === undefined) return identityTokenErrors.scopeShape(scope, shape);
    if (!client.accepted) return identityTokenErrors.notAccepted();
    if (client.scopes !== undefined && !client.scopes.includes(granted)) return identityTokenErrors.notGranted(scope);
  }
  return undefined;
}
