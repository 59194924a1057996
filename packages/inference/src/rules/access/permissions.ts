import { joinPointer } from '@understudy/contract';
import { normalizeName, type OperationPlan, type Resource, splitWords } from '@understudy/model';
import {
  type Permission,
  type PermissionWords,
  readPermissionClauses,
  readStepPermission,
} from '../../prose/permissions.js';
import { factsOf, joinSentences, sentencesOf } from '../../prose/sentences.js';
import { supervisors } from '../../words/access-words.js';
import { keyWords } from '../../words/generic-members.js';
import { listRefusals, placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { accountsOf, accountsShape, findSignIn } from './find-sign-in.js';
import { findNamedKeys } from './named-keys.js';
import { readRolePolicy } from './role-policy.js';

export const permissions: InferenceRule = {
  id: 'permissions',
  says: 'An operation is for the roles that its description or the introduction names: "Only managers may ...", "Clerks may read orders". A token that is no user of the API may do everything.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const users = findSignIn(known)?.users ?? accountsOf(known.plan);
    const roles = users === undefined ? undefined : rolesOf(known, users);
    if (users === undefined || roles === undefined) return;
    const above = supervisorOf(known, users);
    const keys = new Map(findNamedKeys(known.document)?.keys.map(({ key, value }) => [key, value]));
    const words: PermissionWords = { roles: roles.values, above: above?.stem, keys };
    const { allowed: policy, refusal } = readRolePolicy(known, words);
    if (policy.size > 0 && refusal !== undefined)
      yield { at: '/errors/forbidden/status', value: 403, reason: { from: '/info/description', says: refusal } };
    for (const plan of known.plan.operations.values()) {
      const allowed = policy.get(plan);
      const read = [
        ...(allowed === undefined
          ? []
          : [
              {
                value: `caller.${roles.member} in ${JSON.stringify(allowed.roles)}`,
                says: joinSentences(allowed.says),
              },
            ]),
        ...(listRefusals(known.document, plan, [403]).length === 0
          ? []
          : ownConditions(known, plan, { roles, words, above: above?.member, users })),
      ];
      if (read.length > 0) {
        const at = joinPointer('/operations', plan.operation.operationId, 'needs', 'forbidden');
        const whole = read.map(({ value }) => `(${value})`).join(' && ');
        const says = joinSentences(read.map((each) => each.says));
        yield {
          at,
          value: `caller.${roles.member} == null || ${whole}`,
          reason: { from: placeOfOperation(plan.operation), says },
        };
      }
      yield* ownMember(known, plan, { roles, users });
    }
  },
};

/** The conditions of an operation on the record, or on the values of the request. */
function ownConditions(
  known: Knowledge,
  plan: OperationPlan,
  { roles, words, above, users }: Pick<Meaning, 'above' | 'users'> & { roles: Roles; words: PermissionWords },
): { readonly value: string; readonly says: string }[] {
  const owner = ownerOf(known, plan.resource, users);
  const meaning = { role: roles.member, above, owner, users };
  return statementsAbout(plan).flatMap((says) => {
    const ofRecord = readPermissionClauses(says, words).filter(
      ({ is, who }) => is === 'only' && (who.isAbove || who.isOwner),
    );
    const isOwn =
      /\b(?:nobody|no one)\b[^.]*\btheir own\b|\b(?:one's|their) own\b[^.]*\b(?:not|never)\b[^.]*\banyone\b/i.test(
        says,
      ) && owner !== undefined;
    const values = [
      ...ofRecord.map(({ who }) => conditionOf(who, meaning)),
      stepCondition(known, plan, { says, words, role: roles.member }),
      isOwn ? `self.${owner} != caller.id` : undefined,
    ];
    return values.flatMap((value) => (value === undefined ? [] : [{ value, says }]));
  });
}

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
export function rolesOf({ plan: { schemas } }: Knowledge, { schema, shape }: Resource): Roles | undefined {
  for (const [name, property] of schemas.chosen(schema).properties) {
    const { keywords } = schemas.chosen(property);
    const listed: unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
    const values = listed.filter((each): each is string => typeof each === 'string');
    if (values.length > 1 && (shape === accountsShape || /^(?:user)?role$/.test(normalizeName(name))))
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
      const [rule] = readPermissionClauses(says, { roles: roles.values, above: undefined });
      if (rule?.is !== 'only' || rule.who.roles.length === 0) continue;
      const may = `caller.${roles.member} in ${JSON.stringify(rule.who.roles)}`;
      const value = `caller.${roles.member} == null || body.${name} == null || ${may} || body.${name} == caller.${users.key ?? 'id'}`;
      const at = joinPointer('/operations', plan.operation.operationId, 'needs', 'forbidden');
      yield { at, value, reason: { from: placeOfOperation(plan.operation), says } };
    }
  }
}
