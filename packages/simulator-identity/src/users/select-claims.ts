import type { User } from '../entities.js';
import { scopeClaims } from '../policies.js';

const standard = new Set(Object.values(scopeClaims).flat());

/**
 * Returns the claims about a user that the scopes cover. Claims unknown to OpenID Connect are included with every
 * scope.
 */
export function selectClaims(
  { sub, claims }: User,
  scopes: readonly string[],
): Record<string, unknown> & { sub: string } {
  const covered = new Set(scopes.flatMap((scope) => scopeClaims[scope] ?? []));
  const shown = Object.entries(claims).filter(([name]) => covered.has(name) || !standard.has(name));
  return { ...Object.fromEntries(shown), sub };
}

export function formatUserName({ sub, claims }: User): string {
  const { name, preferred_username: username } = claims;
  return [name, username].find((text): text is string => typeof text === 'string' && text !== '') ?? sub;
}
