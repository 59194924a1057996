import type { OperationPlan, Resource } from '@understudy/model';
import type { Scope } from '../../prose/scope.js';
import { kindOfMembers } from '../../prose/vocabulary.js';
import { type KnownMember, listMembers } from '../member-list.js';
import type { Knowledge } from '../rule.js';
import { sentSchema } from '../sent-members.js';
import { findTarget } from './find-target.js';

interface SentReference {
  readonly member: KnownMember;
  readonly target: Resource;
}

/** The members of the request of an action that name records of other resources. */
function listSentReferences({ plan: known }: Knowledge, plan: OperationPlan): SentReference[] {
  const body = sentSchema(plan.operation);
  if (plan.does !== 'act' || plan.resource === undefined || body === undefined) return [];
  const { resource } = plan;
  return listMembers(known.schemas, { schema: body }).flatMap((member) => {
    const target = member.list === undefined ? findTarget(known, resource, member)?.resource : undefined;
    return target === undefined || target === resource ? [] : [{ member, target }];
  });
}

/** The scope of an action in which the things that its request names are those of the request. */
export function scopeOfAction(known: Knowledge, plan: OperationPlan, scope: Scope): Scope {
  const sent = listSentReferences(known, plan).map(({ member: { name }, target }) => ({
    member: name,
    target: target.name,
  }));
  if (sent.length === 0) return scope;
  const targets = new Set(sent.map(({ target }) => target));
  const own = scope.kind.references.filter(({ target }) => !targets.has(target));
  const outer: Scope = {
    vocabulary: scope.vocabulary,
    variable: 'body',
    kind: { ...kindOfMembers(known.plan.schemas, []), references: sent },
  };
  return { ...scope, kind: { ...scope.kind, references: own }, outer };
}
