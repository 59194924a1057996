import { joinPointer } from '@understudy/contract';
import { lastSegment, normalizeName, type OperationPlan, splitWords, toPathShape, toSingular } from '@understudy/model';
import { dot, type Kind, type NamedMember, vocabularyOf } from '../../prose/vocabulary.js';
import { actorMembers, nameMembers, stateAfter, stateBefore, timeMembers } from '../../words/event-members.js';
import { listParticiples } from '../../words/verbs.js';
import { findSignIn } from '../access/find-sign-in.js';
import { operationPointerOf } from '../lifecycle/lifecycles.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';

export const historyEntries: InferenceRule = {
  id: 'history-entries',
  says: 'A list below a record, whose values name operations on the record, gets an entry from each of them',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const { operations, resources } = known.plan;
    const { kinds } = vocabularyOf(known);
    for (const history of resources.values()) {
      const owner = [...resources.values()].find(({ shape }) => shape === history.parent);
      const [kind, own] = [kinds.get(history.name), kinds.get(owner?.name ?? '')];
      const name = [...(kind?.members.values() ?? [])].find((each) => nameMembers.test(normalizeName(each.name)));
      const listed: readonly unknown[] = Array.isArray(name?.schema.keywords['enum'])
        ? name.schema.keywords['enum']
        : [];
      if (history.kept || kind === undefined || own === undefined || name === undefined) continue;
      const entries = [...operations.values()].flatMap((plan) => {
        const value = plan.resource === owner ? listed.find((each) => isDoneBy(plan, String(each))) : undefined;
        return value === undefined ? [] : [{ plan, value }];
      });
      if (new Set(entries.map(({ value }) => value)).size < 2) continue;
      for (const { plan, value } of entries)
        yield {
          at: joinPointer('/operations', plan.operation.operationId, 'then', history.name),
          value: { create: history.name, set: { ...membersOf(known, plan, { kind, own }), [name.name]: value } },
          reason: {
            from: operationPointerOf(plan.operation),
            says: `${plan.operation.operationId} and ${String(value)}`,
          },
        };
    }
  },
};

/** True if a value is the participle of an operation: `submitted` of `POST /requests/{id}/submit`. */
function isDoneBy({ does, operation }: OperationPlan, value: string): boolean {
  if (!['create', 'act', 'update', 'replace', 'delete'].includes(does)) return false;
  const plain = normalizeName(value);
  const path = toPathShape(operation.path);
  const [verb = ''] = splitWords(operation.operationId);
  const last = path.endsWith('}') || does === 'create' ? [] : splitWords(lastSegment(path));
  const verbs = [...new Set([verb, ...(last.length === 1 ? last : [])])];
  const usual = {
    create: ['created', 'added'],
    update: ['updated', 'changed', 'edited'],
    replace: ['replaced', 'updated', 'changed'],
  };
  return (
    verbs.some((each) => listParticiples(each).map(normalizeName).includes(plain)) ||
    (path.endsWith('{}') && path.split('/').some((part) => toSingular(part) === plain && !part.includes('{'))) ||
    (does in usual && usual[does as keyof typeof usual].includes(plain))
  );
}

/** The time, the caller, the states, and the members of the record or the request with the same name. */
function membersOf(
  known: Knowledge,
  { operation, resource }: OperationPlan,
  { kind, own }: { readonly kind: Kind; readonly own: Kind },
): Record<string, string> {
  const { users } = findSignIn(known) ?? {};
  const sent = new Set(sentMembers(known.plan.schemas, operation).map(([name]) => name));
  const valueOfMember = ({ name, schema }: NamedMember): string | undefined => {
    const plain = normalizeName(name);
    const reference = kind.references.find(({ member }) => member === name);
    if (reference !== undefined && reference.target === resource?.name) return `=${dot('self', resource.key ?? 'id')}`;
    if (timeMembers.test(plain) || /^date-time$/.test(String(schema.keywords['format']))) return '=now';
    if (actorMembers.test(plain)) return users === undefined ? undefined : `=${dot('caller', users.key ?? 'id')}`;
    const state = own.stateMember;
    if (state !== undefined && stateBefore.test(plain)) return `=${dot('old', state)}`;
    if (state !== undefined && stateAfter.test(plain)) return `=${dot('self', state)}`;
    if (own.members.has(name) && name !== own.resource?.key) return `=${dot('self', name)}`;
    if (sent.has(name)) return `=has(${dot('body', name)}) ? ${dot('body', name)} : null`;
    return schema.nullable ? '=null' : undefined;
  };
  return Object.fromEntries(
    [...kind.members.values()].flatMap((member) => {
      const value = /^\w+$/.test(member.name) ? valueOfMember(member) : undefined;
      return value === undefined ? [] : [[member.name, value] as const];
    }),
  );
}
