import { isObject } from '@understudy/contract';
import type { Caller } from '@understudy/kernel';
import { type BehaviorModel, getMember } from '@understudy/model';

/** The records that it searches. */
interface Users {
  find(resource: string, key: unknown): unknown;
  all(resource: string): readonly unknown[];
}

/** Claims that name who signed in, the most exact first. */
const names = ['sub', 'preferred_username', 'username', 'email'];

/**
 * The record of the user who signed in, by the `login` of a model: the one whose key or user name a claim of the token
 * has. A token that names nobody, such as any text, is that of the first user.
 */
export function findUser(
  users: Users,
  caller: Caller,
  { as, member }: NonNullable<BehaviorModel['login']>,
): Readonly<Record<string, unknown>> | undefined {
  const claimed = [...names.map((name) => caller.claims?.[name]), caller.clientId].filter((name) => name !== undefined);
  const all = users.all(as);
  for (const name of claimed) {
    const isCalled = (each: unknown) => {
      const own = member === undefined ? undefined : getMember(each, member);
      return own !== undefined && (own === name || String(own).startsWith(`${name}@`));
    };
    const found = users.find(as, name) ?? all.find(isCalled);
    if (isObject(found)) return found;
  }
  const [first] = all;
  return isObject(first) ? first : undefined;
}
