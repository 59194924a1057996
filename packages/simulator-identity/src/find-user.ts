import type { UnitContext } from '@understudy/kernel';
import { type User, usersCollection } from './entities.js';
import { scopeClaims } from './policies.js';

/** The users that exist in every sandbox from the start. */
const demoUsers: readonly User[] = [
  demoUser('ada', 'Ada', 'Lovelace', 'en-GB'),
  demoUser('grace', 'Grace', 'Hopper', 'en-US'),
  demoUser('linus', 'Linus', 'Nyberg', 'fi-FI'),
];

type UserContext = Pick<UnitContext, 'scopes'>;

/** Maximum number of users on a sign-in page. Others sign in with their id or e-mail address. */
const mostListed = 20;

/** Lists the first users of a sandbox. A stored user replaces the demo user with the same id. */
export async function listUsers({ scopes }: UserContext): Promise<User[]> {
  const stored = (
    await scopes.shared.collection(usersCollection).range('key', undefined, undefined, { limit: mostListed })
  ).map(({ value }) => value);
  const ids = new Set(stored.map(({ sub }) => sub));
  return [...demoUsers.filter(({ sub }) => !ids.has(sub)), ...stored].slice(0, mostListed);
}

export async function findUserById({ scopes }: UserContext, sub: string): Promise<User | undefined> {
  return (await scopes.shared.collection(usersCollection).get(sub)) ?? demoUsers.find((user) => user.sub === sub);
}

export async function findUser(context: UserContext, hint: string): Promise<User | undefined> {
  const byId = await findUserById(context, hint);
  if (byId !== undefined) return byId;
  const [stored] = await context.scopes.shared.collection(usersCollection).range('email', [hint], [hint], { limit: 1 });
  return stored?.value ?? demoUsers.find(({ claims }) => claims['email'] === hint);
}

function demoUser(sub: string, given: string, family: string, locale: string): User {
  return {
    sub,
    claims: {
      name: `${given} ${family}`,
      given_name: given,
      family_name: family,
      preferred_username: sub,
      locale,
      email: `${sub}@example.com`,
      email_verified: true,
    },
  };
}

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
