import { isObject, joinPointer, omitUndefined } from '@understudy/contract';
import { isRelatedSchema, lastSegment, normalizeName, toPathShape, toSingular } from '@understudy/model';
import {
  callerPaths,
  callerPhrase,
  expiryNames,
  saysSignOut,
  signOutNames,
  tokenNames,
} from '../../words/access-words.js';
import { listRefusals, placeOfOperation, sentencesAbout } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { findRefusedKeys } from './accepted-keys.js';
import { accountsShape, type FoundSignIn, findSignIn } from './find-sign-in.js';
import { namedAccounts, passwordIn } from './named-accounts.js';
import { rolesOf } from './permissions.js';

export const signIn: InferenceRule = {
  id: 'sign-in',
  says: 'An operation that accepts a user name, and a password if users have one, and returns a token signs in a user of the API. Another operation signs out.',
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
    const missing = found.password === undefined && users.shape === accountsShape ? 'create' : undefined;
    yield { at, value: omitUndefined({ login: users.name, by, password, missing, answer }), reason };
    const refused = findRefusedKeys(known.document);
    if (refused !== undefined) yield { at: '/http/security', value: 'issued', reason: refused };
    for (const each of known.plan.operations.values()) {
      const { operation, does } = each;
      if (does !== 'answer' || operation.security.length === 0) continue;
      const own = joinPointer('/operations', operation.operationId);
      const from = placeOfOperation(operation);
      const name = normalizeName(lastSegment(toPathShape(operation.path)));
      const texts = sentencesAbout(each);
      // A sentence is better than a title.
      const says = texts.findLast((text) => saysSignOut.test(text));
      if (operation.method !== 'GET' && (signOutNames.test(name) || says !== undefined))
        yield { at: joinPointer(own, 'logout'), value: true, reason: omitUndefined({ from, says }) };
      const success = each.responses.find(({ key }) => key.startsWith('2'));
      const shown = [...(success?.content.values() ?? [])][0]?.schema;
      const described = listRefusals(known.document, each, [200]).flatMap(({ sentences }) => sentences);
      const whole = [...texts, ...described].find((text) => callerPhrase.test(text));
      const isOfCaller = whole !== undefined || (callerPaths.test(name) && users.shape === accountsShape);
      const user = operation.method === 'GET' && isOfCaller ? answerOf(known, found, shown, 'caller') : undefined;
      if (user !== undefined && Object.keys(user).length > 0)
        yield { at: joinPointer(own, 'answer'), value: user, reason: omitUndefined({ from, says: whole }) };
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
      const value = isObject(shown) ? shown[password ?? ''] : undefined;
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
  user: 'self' | 'caller' = 'self',
): Readonly<Record<string, unknown>> | undefined {
  const { schemas } = known.plan;
  const { users } = found;
  const { properties, required } = schemas.chosen(answers);
  const own = schemas.chosen(users.schema).properties;
  const word = normalizeName(toSingular(users.name.split('.').at(-1) ?? users.name));
  const told: Record<string, unknown> = {};
  const isUser = (property: unknown, nested: Readonly<Record<string, unknown>> = {}) =>
    user === 'self' &&
    schemas.chosen(property).properties.size > 0 &&
    !Object.values(nested).includes('=token') &&
    isRelatedSchema(schemas, property, users.schema);
  for (const [name, property] of properties) {
    const plain = normalizeName(name);
    const { types, keywords, properties: inner } = schemas.chosen(property);
    const nested = inner.size === 0 ? undefined : answerOf(known, found, property, user);
    if (tokenNames.test(plain)) told[name] = '=token';
    else if (plain === 'tokentype' || plain === 'type') told[name] = keywords['const'] ?? 'Bearer';
    else if (/^expires(?:in|inseconds)?$|^expiresafter$/.test(plain) && types.includes('integer')) told[name] = 3600;
    else if (expiryNames.test(plain) && keywords['format'] === 'date-time') told[name] = '=now + seconds(3600)';
    else if (isUser(property, nested)) told[name] = users.shape === accountsShape ? (nested ?? '=self') : '=self';
    else if (nested !== undefined && Object.keys(nested).length > 0) told[name] = nested;
    else if ((plain === `${word}id` || plain === 'userid') && users.key !== undefined)
      told[name] = `=${user}.${users.key}`;
    else if (own.has(name) && /^[A-Za-z_]\w*$/.test(name)) told[name] = `=${user}.${name}`;
    else if (required.has(name)) return undefined;
  }
  return told;
}
