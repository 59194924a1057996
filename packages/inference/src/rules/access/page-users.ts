import { isObject, joinPointer } from '@understudy/contract';
import { normalizeName, type OperationPlan, type SchemaReader } from '@understudy/model';
import { dot } from '../../prose/vocabulary.js';
import { callerPaths, lastSignIns, pageUserFacts } from '../../words/access-words.js';
import { placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { findSignIn } from './find-sign-in.js';

export const pageUsers: InferenceRule = {
  id: 'page-users',
  says: 'If users sign in on a page, and a path such as /users/me reads the one who did, the users of the page are the first of the API.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    if (findSignIn(known) !== undefined || !hasPage(known)) return;
    const { operations, schemas } = known.plan;
    const own = [...operations.values()].filter(readsCaller);
    const [{ resource: users } = {}] = own;
    if (users === undefined || own.some(({ resource }) => resource !== users)) return;
    const facts = factsOf(schemas, users.schema).filter(([name]) => name !== users.key);
    const [member] = ['user', 'email'].flatMap((what) => facts.filter(([, each]) => each === what))[0] ?? [];
    if (member === undefined) return;
    const [first = own[0]] = own;
    const reason = {
      from: first === undefined ? '' : placeOfOperation(first.operation),
      says: 'The user who signed in',
    };
    yield { at: '/login', value: { as: users.name, member }, reason };
    const people = pageUserFacts.map((person) => Object.fromEntries(facts.map(([name, what]) => [name, person[what]])));
    yield { at: joinPointer('/seeds', users.name, 'first'), value: people, reason };
    for (const { operation } of own)
      yield {
        at: joinPointer('/operations', operation.operationId, 'key'),
        value: dot('caller', users.key ?? 'id'),
        reason,
      };
    for (const name of schemas.chosen(users.schema).properties.keys())
      if (lastSignIns.test(normalizeName(name)) && !users.writable.has(name))
        yield { at: memberAt(users.name, name), value: { value: 'now', on: 'login' }, reason };
  },
};

/** True if a security scheme sends users to a page. */
function hasPage({ document }: Knowledge): boolean {
  const schemes = Object.values(document.components?.['securitySchemes'] ?? {}).filter(isObject);
  return schemes.some(
    ({ type, flows }) =>
      type === 'openIdConnect' ||
      (type === 'oauth2' && isObject(flows) && ('authorizationCode' in flows || 'implicit' in flows)),
  );
}

function readsCaller({ does, key, resource }: OperationPlan): boolean {
  return (
    does === 'read' && key?.in === 'literal' && callerPaths.test(normalizeName(key.name)) && resource?.parents === 0
  );
}

/** The members of a user with a fact about a person. */
function factsOf(schemas: SchemaReader, schema: unknown): (readonly [string, keyof (typeof pageUserFacts)[number]])[] {
  const names = { user: /^(?:username|login|loginname|handle|nickname)$/, email: /^email(?:address)?$/ };
  const more = {
    first: /^(?:first|given)name$/,
    last: /^(?:last|family)name$|^surname$/,
    full: /^(?:full|display)?name$/,
  };
  return [...schemas.chosen(schema).properties].flatMap(([name, property]) => {
    const { types, keywords } = schemas.chosen(property);
    const isFree = types.includes('string') && keywords['enum'] === undefined;
    const found = Object.entries({ ...names, ...more }).find(([, form]) => form.test(normalizeName(name)));
    return isFree && found !== undefined ? [[name, found[0] as keyof (typeof pageUserFacts)[number]] as const] : [];
  });
}
