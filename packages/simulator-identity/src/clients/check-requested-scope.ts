import type { ErrorResult } from '@understudy/kernel';
import type { RegisteredClient } from '../entities.js';
import { identityTokenErrors } from '../errors.js';
import { scopeSuffixes, unsuffixedScopes } from '../policies.js';

/**
 * Returns why a client cannot have these scopes; undefined if it can (analysis.auth.scope-shape,
 * analysis.gap.scope-prefix). An API of another family has one plain scope, `<name>-<env>`.
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
