import { joinPointer } from '@understudy/contract';
import { normalizeName, type OperationPlan, type Resource, splitWords } from '@understudy/model';
import { onlyCodeIn } from '../../prose/error-codes.js';
import { otherNamesIn } from '../../prose/other-names.js';
import {
  type Permission,
  type PermissionWords,
  readPermissionClauses,
  readStepPermission,
  readWho,
} from '../../prose/permissions.js';
import { mentions } from '../../prose/phrase.js';
import { factsOf, joinSentences, sentencesOf } from '../../prose/sentences.js';
import { vocabularyOf } from '../../prose/vocabulary.js';
import { supervisors } from '../../words/access-words.js';
import { keyWords } from '../../words/generic-members.js';
import { listRefusals, placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { accountsOf, accountsShape, findSignIn } from './find-sign-in.js';
import { findNamedKeys } from './named-keys.js';
import { type OwnerMember, ownerOf, ownsRecord } from './owner-member.js';
import { readRolePolicy } from './role-policy.js';

export const permissions: InferenceRule = {
  id: 'permissions',
  says: 'An operation is for the roles that its description or the introduction names: "Only managers may ...", "Clerks may read orders". A token that is no user of the API may do everything.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const users = findSignIn(known)?.users ?? accountsOf(known.plan);
    if (users === undefined) return;
    const roles = rolesOf(known, users) ?? { member: users.key ?? 'id', values: [] };
    const above = supervisorOf(known, users);
    const keys = new Map(findNamedKeys(known.document)?.keys.map(({ key, value }) => [key, value]));
    const owners = [...known.plan.resources.values()].flatMap((each) => ownerOf(known, each, users)?.noun ?? []);
    const words: PermissionWords = { roles: roles.values, above: above?.stem, keys, owners };
    const { allowed: policy, refusal } = readRolePolicy(known, words);
    const isOther = otherNamesIn(known.document);
    if (policy.size > 0 && refusal !== undefined)
      yield { at: '/errors/forbidden/status', value: 403, reason: { from: '/info/description', says: refusal } };
    const found = [...known.plan.operations.values()].map((plan) => {
      const allowed = policy.get(plan);
      const ofRoles = {
        value: `caller.${roles.member} in ${JSON.stringify(allowed?.roles)}`,
        says: joinSentences(allowed?.says ?? []),
      };
      const isDescribed = listRefusals(known.document, plan, [403]).length > 0;
      const own = isDescribed ? ownConditions(known, plan, { roles, words, above: above?.member, users }) : [];
      const read = allowed === undefined ? own : [ofRoles, ...own];
      const said = new Set(read.map((each) => each.says));
      return { plan, read: read.map((each) => ({ ...each, code: codeOf(plan, each.says, said, isOther) })) };
    });
    const [common, different] = new Set(
      found.flatMap(({ read }) => (read.every(({ code }) => code !== undefined) ? (read[0]?.code ?? []) : [])),
    );
    for (const { plan, read } of found) {
      const { operationId } = plan.operation;
      const usual = read.some(({ code }) => code === undefined) ? undefined : read[0]?.code;
      for (const code of new Set(read.map((each) => each.code))) {
        const own = read.filter((each) => each.code === code);
        const kind = code === usual ? 'forbidden' : (code ?? 'forbidden');
        const whole = own.map(({ value }) => `(${value})`).join(' && ');
        const reason = { from: placeOfOperation(plan.operation), says: joinSentences(own.map((each) => each.says)) };
        const value = `caller.${roles.member} == null || ${whole}`;
        yield { at: joinPointer('/operations', operationId, 'needs', kind), value, reason };
        if (code === undefined) continue;
        if (kind !== 'forbidden') yield { at: joinPointer('/errors', kind, 'status'), value: 403, reason };
        const isGeneral = kind !== 'forbidden' || (code === common && different === undefined);
        const at = isGeneral ? '/errors' : joinPointer('/operations', operationId, 'errors');
        yield { at: `${at}${joinPointer('', kind, 'code')}`, value: code, reason };
      }
      yield* ownMember(known, plan, { roles, users });
    }
  },
};

/** The code of 403 in a sentence or in the next sentence, such as "Others get 403 `editors_only`" */
function codeOf(
  { node }: OperationPlan,
  says: string,
  said: ReadonlySet<string>,
  isOther: (name: string) => boolean,
): string | undefined {
  const own = /\b403\b/.test(says) ? onlyCodeIn(says, isOther) : undefined;
  const sentences = sentencesOf(node['description']);
  const next = sentences[sentences.findIndex((each) => says.includes(each)) + 1] ?? '';
  return own ?? (/\b403\b/.test(next) && !said.has(next) ? onlyCodeIn(next, isOther) : undefined);
}

/** The conditions of an operation on the record, or on the values of the request. */
function ownConditions(
  known: Knowledge,
  plan: OperationPlan,
  { roles, words, above, users }: Pick<Meaning, 'above' | 'users'> & { roles: Roles; words: PermissionWords },
): { readonly value: string; readonly says: string }[] {
  const owner = ownerOf(known, plan.resource, users);
  const owning = ownsRecord(known, plan, users);
  const owns = owning?.condition;
  const meaning = { role: roles.member, above, owner, owns, users };
  const own = statementsAbout(plan).flatMap((says) => {
    const ofRecord = readPermissionClauses(says, words).filter(
      ({ is, who }) => is === 'only' && (who.isAbove || who.isOwner),
    );
    const isOwn =
      /\b(?:nobody|no one)\b[^.]*\b(?:their|his or her|his|her|one's) own\b|\b(?:one's|their) own\b[^.]*\b(?:not|never)\b[^.]*\banyone\b/i.test(
        says,
      ) && owner !== undefined;
    const values = [
      ...ofRecord.map(({ who }) => conditionOf(who, meaning)),
      stepCondition(known, plan, { says, words, role: roles.member }),
      isOwn ? `self.${owner.member} != ${owner.caller}` : undefined,
    ];
    return values.flatMap((value) => (value === undefined ? [] : [{ value, says }]));
  });
  if (owning === undefined || own.some(({ value }) => value.includes(owning.condition))) return own;
  const general = listRefusals(known.document, plan, [403])
    .flatMap(({ sentences }) => sentences)
    .find((says) => saysNotOwner.test(says) && readWho(saysNotOwner.exec(says)?.[1] ?? '', words)?.isOwner === true);
  const isOpen = plan.operation.method === 'GET' || /\b403\b/.test(String(plan.node['description']));
  const says = general ?? (isOpen ? undefined : saysOwnersOnly(known, owning.resource, words));
  return says === undefined ? own : [...own, { value: owning.condition, says }];
}

const saysNotOwner = /\b(?:not|isn't|aren't) (?:its |the |an? )?([a-z]+)\b/i;
const saysOfOthers = /\b(?:someone|somebody|anybody|anyone) else's\b/i;

/** The sentence of the introduction by which only its owner changes a record. */
function saysOwnersOnly({ document, ...known }: Knowledge, resource: string, words: PermissionWords) {
  const nouns = vocabularyOf({ document, ...known }).kinds.get(resource)?.nouns ?? [];
  const sentences = factsOf(document.info['description']);
  return sentences.find((says, at) => {
    const isOnly = readPermissionClauses(says, words).some(({ is, who }) => is === 'only' && who.isOwner);
    const before = sentences[at - 1] ?? '';
    const isBelonging = saysOfOthers.test(says) && /\bbelongs? to whoever\b/i.test(before);
    const about = isBelonging ? before : says;
    return (isOnly || isBelonging) && nouns.some((noun) => mentions(about, noun));
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

interface Meaning {
  readonly role: string;
  readonly above: string | undefined;
  readonly owner: OwnerMember | undefined;
  /** The condition that the caller is the owner. */
  readonly owns: string | undefined;
  readonly users: Resource;
}

function conditionOf(
  { roles, isAbove, isOwner }: Permission,
  { role, above, owner, owns, users }: Meaning,
): string | undefined {
  if ((isAbove && (above === undefined || owner === undefined)) || (isOwner && owns === undefined)) return undefined;
  const parts = [
    ...(roles.length === 0 ? [] : [`caller.${role} in ${JSON.stringify(roles)}`]),
    ...(isAbove ? [`find(${JSON.stringify(users.name)}, self.${owner?.member}).${above} == caller.id`] : []),
    ...(isOwner && owns !== undefined ? [owns] : []),
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
