import type { User } from '../entities.js';

/** The users that every sandbox knows from the beginning. */
export const demoUsers: readonly User[] = [
  demoUser('ada', 'Ada', 'Lovelace', 'en-GB'),
  demoUser('grace', 'Grace', 'Hopper', 'en-US'),
  demoUser('linus', 'Linus', 'Nyberg', 'fi-FI'),
];

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
