import { isObject, joinPointer } from '@understudy/contract';
import { normalizeName } from '@understudy/model';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { accountsShape, type FoundSignIn, findSignIn } from './find-sign-in.js';
import { type Account, namedAccounts, startsWithName } from './named-accounts.js';
import { rolesOf, supervisorOf } from './permissions.js';

export const demoUsers: InferenceRule = {
  id: 'demo-users',
  says: 'The users that the description or the example of a sign-in names are the first of the demo data.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const found = findSignIn(known);
    if (found === undefined) return;
    const rows = usersIn(known, found, namedAccounts(known.document, found, rolesOf(known, found.users)?.values));
    const shown = rows.length > 0 ? rows : shownUsers(found);
    if (shown.length === 0) return;
    const at = joinPointer('/seeds', found.users.name);
    yield {
      at,
      value: found.users.shape === accountsShape ? { count: shown.length, first: shown } : { first: shown },
      reason: {
        from: rows.length > 0 ? '/info/description' : joinPointer('/operations', found.plan.operation.operationId),
      },
    };
  },
};

/** The users in the rows of a table that has a column with their names to sign in. */
function usersIn(
  known: Knowledge,
  { users, member }: FoundSignIn,
  rows: readonly Account[],
): Record<string, unknown>[] {
  const { schemas } = known.plan;
  const { properties } = schemas.chosen(users.schema);
  const above = supervisorOf(known, users);
  const role = rolesOf(known, users);
  const made = rows.map((row) => {
    const user: Record<string, unknown> = {};
    for (const [name, property] of properties) {
      const cell =
        name === member ? row.user : (row.cells[normalizeName(name)] ?? (name === role?.member ? row.role : undefined));
      if (cell === undefined || cell === '') continue;
      const { keywords, types } = schemas.chosen(property);
      const listed: unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
      const value = listed.length === 0 ? cell : listed.find((each) => startsWithName(cell, String(each)));
      if (value !== undefined && (types.length === 0 || types.includes('string'))) user[name] = value;
    }
    return user;
  });
  if (above !== undefined && role !== undefined)
    for (const [index, row] of rows.entries()) {
      const [, superior] = /\breports? to (?:the |that |an? )?(\w+)/i.exec(Object.values(row.cells).join(' ')) ?? [];
      const at = made.findIndex(
        (each, other) => other !== index && normalizeName(String(each[role.member])) === normalizeName(superior ?? ''),
      );
      if (at >= 0 && made[index] !== undefined) made[index][above.member] = `=keys[${at}]`;
    }
  return made;
}

/** The user of an example of the request. */
function shownUsers({ plan, member, sent }: FoundSignIn): Record<string, unknown>[] {
  const contents: readonly object[] = Object.values(plan.operation.requestBody?.content ?? {});
  const names = contents.flatMap(({ example }: { example?: unknown }) =>
    isObject(example) && typeof example[sent] === 'string' ? [example[sent]] : [],
  );
  return names.slice(0, 1).map((name) => ({ [member]: name }));
}
