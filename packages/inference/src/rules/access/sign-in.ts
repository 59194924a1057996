import { isObject, joinPointer, omitUndefined } from '@understudy/contract';
import { isRelatedSchema, lastSegment, normalizeName, toPathShape, toSingular } from '@understudy/model';
import { expiryNames, signOutNames, tokenNames } from '../../words/access-words.js';
import { placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { findRefusedKeys } from './accepted-keys.js';
import { type FoundSignIn, findSignIn } from './find-sign-in.js';
import { namedAccounts, passwordIn } from './named-accounts.js';
import { rolesOf } from './permissions.js';

export const signIn: InferenceRule = {
  id: 'sign-in',
  says: 'An operation that takes a user name and a password and answers with a token signs in a user of the API. Another one signs out.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const found = findSignIn(known);
    if (found === undefined) return;
    const { plan, users, member, sent } = found;
    const at = joinPointer('/operations', plan.operation.operationId);
    const reason = {
      from: placeOfOperation(plan.operation),
      says: String(plan.node['summary'] ?? plan.operation.operationId),
    };
    const password = ownPasswords(known, found) ?? passwordOf(found) ?? passwordIn(known.document.info['description']);
    const by = { [member]: `body[${JSON.stringify(sent)}]` };
    const answer = answerOf(known, found);
    yield { at, value: omitUndefined({ login: users.name, by, password, answer }), reason };
    const refused = findRefusedKeys(known.document);
    if (refused !== undefined) yield { at: '/http/security', value: 'issued', reason: refused };
    for (const { operation, does } of known.plan.operations.values()) {
      const name = normalizeName(lastSegment(toPathShape(operation.path)));
      const isOut =
        signOutNames.test(name) && operation.method !== 'GET' && does === 'answer' && operation.security.length > 0;
      if (isOut)
        yield {
          at: joinPointer('/operations', operation.operationId, 'logout'),
          value: true,
          reason: { from: placeOfOperation(operation) },
        };
    }
  },
};

/** The password of the demo users: that of an example of the request. */
function passwordOf({ plan, password }: FoundSignIn): string | undefined {
  const contents = Object.values(plan.operation.requestBody?.content ?? {});
  for (const { schema, example, examples } of contents as readonly {
    schema?: unknown;
    example?: unknown;
    examples?: unknown;
  }[]) {
    const named = Object.values(isObject(examples) ? examples : {}).map((each) =>
      isObject(each) ? each['value'] : undefined,
    );
    const ofSchema = isObject(schema)
      ? [schema['example'], ...(Array.isArray(schema['examples']) ? schema['examples'] : [])]
      : [];
    for (const shown of [example, ...named, ...ofSchema]) {
      const value = isObject(shown) ? shown[password] : undefined;
      if (typeof value === 'string' && value !== '' && !/^\*+$|^string$/.test(value)) return value;
    }
  }
  return undefined;
}

/** The passwords that the description gives to each user, as an expression. */
function ownPasswords(known: Knowledge, found: FoundSignIn): string | undefined {
  const named = namedAccounts(known.document, found, rolesOf(known, found.users)?.values).filter(
    ({ password }) => password !== undefined,
  );
  const own = new Set(named.map(({ password }) => password));
  if (own.size < 2) return [...own][0];
  const cases = named.map(
    ({ user, password }) => `self.${found.member} == ${JSON.stringify(user)} ? ${JSON.stringify(password)} : `,
  );
  return `=${cases.join('')}null`;
}

/** The members of the response: the token, and those of the user. Undefined if it has others. */
function answerOf(
  known: Knowledge,
  found: FoundSignIn,
  answers = found.answers,
): Readonly<Record<string, unknown>> | undefined {
  const { schemas } = known.plan;
  const { users } = found;
  const { properties, required } = schemas.chosen(answers);
  const own = schemas.chosen(users.schema).properties;
  const word = normalizeName(toSingular(users.name));
  const told: Record<string, unknown> = {};
  for (const [name, property] of properties) {
    const plain = normalizeName(name);
    const { types, keywords, properties: inner } = schemas.chosen(property);
    const nested = inner.size === 0 ? undefined : answerOf(known, found, property);
    if (tokenNames.test(plain)) told[name] = '=token';
    else if (plain === 'tokentype' || plain === 'type') told[name] = keywords['const'] ?? 'Bearer';
    else if (/^expires(?:in|inseconds)?$|^expiresafter$/.test(plain) && types.includes('integer')) told[name] = 3600;
    else if (expiryNames.test(plain) && keywords['format'] === 'date-time') told[name] = '=now + seconds(3600)';
    else if (inner.size > 0 && isRelatedSchema(schemas, property, users.schema)) told[name] = '=self';
    else if (nested !== undefined && Object.keys(nested).length > 0) told[name] = nested;
    else if ((plain === `${word}id` || plain === 'userid') && users.key !== undefined)
      told[name] = `=self.${users.key}`;
    else if (own.has(name) && /^[A-Za-z_]\w*$/.test(name)) told[name] = `=self.${name}`;
    else if (required.has(name)) return undefined;
  }
  return told;
}
