import type { OperationPlan } from '@understudy/model';
import type { Scope } from '../../prose/scope.js';
import { kindOfMembers } from '../../prose/vocabulary.js';
import { listMembers } from '../member-list.js';
import type { Knowledge } from '../rule.js';
import { sentMembers, sentSchema } from '../sent-members.js';
import { findTarget } from './find-target.js';

/** The scope of an action in which the things and the members that its request names are those of the request. */
export function scopeOfAction({ plan: known }: Knowledge, plan: OperationPlan, scope: Scope): Scope {
  const { operation, does, resource } = plan;
  const body = sentSchema(operation);
  if (does !== 'act' || resource === undefined || body === undefined) return scope;
  const sent = listMembers(known.schemas, { schema: body }).flatMap((member) => {
    const target = member.list === undefined ? findTarget(known, resource, member)?.resource : undefined;
    return target === undefined || target === resource ? [] : [{ member: member.name, target: target.name }];
  });
  const targets = new Set(sent.map(({ target }) => target));
  const own = scope.kind.references.filter(({ target }) => !targets.has(target));
  const outer: Scope = {
    vocabulary: scope.vocabulary,
    variable: 'body',
    kind: {
      ...kindOfMembers(
        known.schemas,
        sentMembers(known.schemas, operation).map(([name, schema]) => [name, schema, '']),
      ),
      references: sent,
    },
  };
  return { ...scope, kind: { ...scope.kind, references: own }, outer };
}
