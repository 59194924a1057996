import type { OpenApiDocument } from '@understudy/contract';
import { normalizeName, type Resource } from '@understudy/model';
import { expiryNames, passwordNames, tokenNames } from '../../words/access-words.js';
import type { Knowledge } from '../rule.js';
import { sentSchema } from '../sent-members.js';
import { accountsShape, findSignedIn, membersOf, readSignIn } from './find-sign-in.js';
import { namedAccounts } from './named-accounts.js';
import { findNamedKeys, toKeyAccounts } from './named-keys.js';

type Plan = Pick<Knowledge['plan'], 'operations' | 'resources' | 'schemas'>;

/**
 * Finds the users of an API without paths for them: those that its description names with their passwords. They have
 * the members that the response of the sign-in has, and the roles of the description.
 */
export function findAccounts(document: OpenApiDocument, plan: Plan): readonly Resource[] {
  const { operations, resources, schemas } = plan;
  for (const operation of operations.values()) {
    const found = readSignIn(plan, operation);
    if (found === undefined) continue;
    const { sent, answers } = found;
    const asked = schemas.chosen(sentSchema(operation.operation)).properties;
    const shown = membersOf(schemas, answers).filter(([name, property]) => {
      const plain = normalizeName(name);
      return (
        schemas.chosen(property).properties.size === 0 &&
        !tokenNames.test(plain) &&
        !expiryNames.test(plain) &&
        !/^(?:token)?type$|^expires/.test(plain)
      );
    });
    const known = shown.find(([name]) => /role/i.test(name));
    const listed: unknown =
      schemas.chosen(known?.[1]).keywords['enum'] ?? schemas.chosen(asked.get(known?.[0] ?? '')).keywords['enum'];
    const roles = Array.isArray(listed) ? listed.map(String) : [];
    const accounts = namedAccounts(document, found, roles);
    const hasPassword = accounts.some(({ password }) => password !== undefined);
    if (!hasPassword && found.password !== undefined) continue;
    const better = findSignedIn(plan, found);
    const hasRole = [...schemas.chosen(better?.users.schema).properties.keys()].some((name) => /role/i.test(name));
    const tellsRole = accounts.some(({ role }) => role !== undefined);
    if (better !== undefined && (better.score > 1 || hasRole || !tellsRole)) continue;
    const names = new Set([...resources.values()].map(({ name }) => name));
    const name = ['users', 'accounts', 'logins'].find((each) => !names.has(each));
    if (name === undefined) continue;
    const told = [...new Set(accounts.flatMap(({ role }) => role ?? []))];
    const role =
      roles.length > 0 || told.length === 0 ? {} : { [known?.[0] ?? 'role']: { type: 'string', enum: told } };
    const keySchema = shown.find(([each]) => each === 'id')?.[1] ?? { type: 'string' };
    const members = Object.fromEntries(
      shown
        .filter(([each]) => !passwordNames.includes(normalizeName(each)))
        .map(([each, property]) => [each, asked.get(each) ?? property]),
    );
    const properties = { ...members, id: keySchema, [sent]: { type: 'string' }, ...role };
    const schema = { type: 'object', required: Object.keys(properties), properties };
    const base = { name, shape: accountsShape, parents: 0, key: 'id', keySchema, schema };
    return [{ ...base, kept: true, single: false, writable: new Map() }];
  }
  const keys = findNamedKeys(document);
  return keys === undefined ? [] : [toKeyAccounts(keys)];
}
