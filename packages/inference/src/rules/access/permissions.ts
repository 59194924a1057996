import { joinPointer } from '@understudy/contract';
import { normalizeName, type OperationPlan, type Resource, splitWords } from '@understudy/model';
import { type Permission, type PermissionWords, readPermission, readStepPermission } from '../../prose/permissions.js';
import { factsOf, sentencesOf } from '../../prose/sentences.js';
import { supervisors } from '../../words/access-words.js';
import { keyWords } from '../../words/generic-members.js';
import { listRefusals, placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { findSignIn } from './find-sign-in.js';

export const permissions: InferenceRule = {
  id: 'permissions',
  says: 'An operation that describes 403 is for the roles that its description names: "Only managers may ...". A token that is no user of the API may do everything.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const found = findSignIn(known);
    const roles = found === undefined ? undefined : rolesOf(known, found.users);
    if (found === undefined || roles === undefined) return;
    const above = supervisorOf(known, found.users);
    const words: PermissionWords = { roles: roles.values, above: above?.stem };
    for (const plan of known.plan.operations.values()) {
      if (listRefusals(known.document, plan, [403]).length === 0) continue;
      const owner = ownerOf(known, plan.resource, found.users);
      const meaning = { role: roles.member, above: above?.member, owner, users: found.users };
      const read = statementsAbout(plan).flatMap((says) => {
        const permission = readPermission(says, words);
        const value = permission === undefined ? undefined : conditionOf(permission, meaning);
        const isOwn =
          /\b(?:nobody|no one)\b[^.]*\btheir own\b|\b(?:one's|their) own\b[^.]*\b(?:not|never)\b[^.]*\banyone\b/i.test(
            says,
          ) && owner !== undefined;
        const step = stepCondition(known, plan, { says, words, role: roles.member });
        return [
          ...(value === undefined ? [] : [{ value, says }]),
          ...(step === undefined ? [] : [{ value: step, says }]),
          ...(isOwn ? [{ value: `self.${owner} != caller.id`, says }] : []),
        ];
      });
      if (read.length > 0) {
        const at = joinPointer('/operations', plan.operation.operationId, 'needs', 'forbidden');
        const whole = read.map(({ value }) => `(${value})`).join(' && ');
        const says = read.map((each) => each.says).join(' ');
        yield {
          at,
          value: `caller.${roles.member} == null || ${whole}`,
          reason: { from: placeOfOperation(plan.operation), says },
        };
      }
      yield* ownMember(known, plan, { roles, users: found.users });
    }
  },
};

/** The sentences about an operation. Those about permission say "may". */
function statementsAbout({ node }: OperationPlan): string[] {
  return [node['summary'], node['description']]
    .flatMap(sentencesOf)
    .filter((says) => !/\b(?:usually|should|might)\b/i.test(says));
}

/** Only some roles may send one value of a member. */
function stepCondition(
  { plan: { schemas } }: Knowledge,
  { operation }: OperationPlan,
  { says, words, role }: { readonly says: string; readonly words: PermissionWords; readonly role: string },
): string | undefined {
  const step = readStepPermission(says, words);
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const [member, another] = [...schemas.chosen(body).properties].filter(([name, property]) => {
    const listed: unknown = schemas.chosen(property).keywords['enum'];
    return /^[A-Za-z_]\w*$/.test(name) && Array.isArray(listed) && listed.includes(step?.value);
  });
  if (step === undefined || member === undefined || another !== undefined) return undefined;
  return `body.${member[0]} != ${JSON.stringify(step.value)} || caller.${role} in ${JSON.stringify(step.roles)}`;
}

interface Roles {
  readonly member: string;
  readonly values: readonly string[];
}

/** The member of a user with its role. */
export function rolesOf({ plan: { schemas } }: Knowledge, { schema }: Resource): Roles | undefined {
  for (const [name, property] of schemas.chosen(schema).properties) {
    const { keywords } = schemas.chosen(property);
    const listed: unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
    const values = listed.filter((each): each is string => typeof each === 'string');
    if (/^(?:user)?(?:role|type|kind)$/.test(normalizeName(name)) && values.length > 1 && /role/i.test(name))
      return { member: name, values };
  }
  return undefined;
}

/** The member of a user that refers to the user above, such as `managerId`. */
export function supervisorOf(
  { model, plan: { schemas } }: Knowledge,
  { name, schema }: Resource,
): { readonly member: string; readonly stem: string } | undefined {
  const stated = model.resources?.[name]?.members ?? {};
  for (const member of schemas.chosen(schema).properties.keys()) {
    const words = splitWords(member);
    const stem = words.slice(0, -1).join('');
    const isUser = stated[member]?.refersTo === name || supervisors.has(stem);
    if (isUser && keyWords.has(words.at(-1) ?? '')) return { member, stem };
  }
  return undefined;
}

/** The only member of a record that refers to a user and is there from the start. */
export function ownerOf(
  { model, plan: { schemas } }: Knowledge,
  resource: Resource | undefined,
  users: Resource,
): string | undefined {
  if (resource === undefined || resource === users) return undefined;
  const members = Object.entries(model.resources?.[resource.name]?.members ?? {}).filter(
    ([path, { refersTo }]) => refersTo === users.name && !path.includes('.'),
  );
  const { required } = schemas.chosen(resource.schema);
  const always = members.filter(
    ([path]) => required.has(path) && !schemas.flat(schemas.member(resource.schema, path)).nullable,
  );
  const [own, more] = always.length > 0 ? always : members;
  return more === undefined ? own?.[0] : undefined;
}

interface Meaning {
  readonly role: string;
  readonly above: string | undefined;
  readonly owner: string | undefined;
  readonly users: Resource;
}

function conditionOf(
  { roles, isAbove, isOwner }: Permission,
  { role, above, owner, users }: Meaning,
): string | undefined {
  if ((isAbove && (above === undefined || owner === undefined)) || (isOwner && owner === undefined)) return undefined;
  const parts = [
    ...(roles.length === 0 ? [] : [`caller.${role} in ${JSON.stringify(roles)}`]),
    ...(isAbove ? [`find(${JSON.stringify(users.name)}, self.${owner}).${above} == caller.id`] : []),
    ...(isOwner ? [`self.${owner} == caller.id`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' || ');
}

/** "For hr only", of a member of the request: others may send nothing but themselves. */
function* ownMember(
  { plan: { schemas } }: Knowledge,
  plan: OperationPlan,
  { roles, users }: { readonly roles: Roles; readonly users: Resource },
): Iterable<InferredStatement> {
  const body = Object.values(plan.operation.requestBody?.content ?? {})[0]?.schema;
  for (const [name, property] of schemas.chosen(body).properties) {
    if (!/^[A-Za-z_]\w*$/.test(name)) continue;
    for (const says of factsOf(schemas.flat(property).keywords['description'])) {
      const permission = readPermission(says, { roles: roles.values, above: undefined });
      if (permission === undefined || permission.roles.length === 0) continue;
      const may = `caller.${roles.member} in ${JSON.stringify(permission.roles)}`;
      const value = `caller.${roles.member} == null || body.${name} == null || ${may} || body.${name} == caller.${users.key ?? 'id'}`;
      const at = joinPointer('/operations', plan.operation.operationId, 'needs', 'forbidden');
      yield { at, value, reason: { from: placeOfOperation(plan.operation), says } };
    }
  }
}
