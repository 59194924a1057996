import { joinPointer } from '@understudy/contract';
import { isSameSchema, normalizeName, type OperationPlan, type Resource, toSingular } from '@understudy/model';
import { toExpression } from '../../plan-model/value-source.js';
import { dot } from '../../prose/vocabulary.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';
import { wordOf } from './find-target.js';

export const joinedRecords: InferenceRule = {
  id: 'joined-records',
  says: 'What is added below a record by the key of a stored one of the same schema has its members: a user of a group.',
  *infer({ plan }: Knowledge): Iterable<InferredStatement> {
    const { schemas, resources, operations } = plan;
    const isStored = ({ kept, single, parents, key }: Resource) =>
      kept && !single && parents === 0 && key !== undefined;
    const all = [...resources.values()];
    for (const each of operations.values()) {
      const { resource: own, operation } = each;
      const isAddition = each.does === 'create' || (each.does === 'replace' && each.missing === 'create');
      if (!isAddition || own?.key === undefined || own.parents === 0 || own.single || !own.kept) continue;
      const whole = all.find(
        (one) => one !== own && isStored(one) && one.key === own.key && isSameSchema(schemas, one.schema, own.schema),
      );
      const member = whole === undefined ? undefined : namedIn(plan, each, whole);
      const key =
        each.does === 'create'
          ? member && toExpression({ in: 'body', name: member })
          : each.key && toExpression(each.key);
      if (whole === undefined || key === undefined) continue;
      const reason = { says: `the key of one of ${whole.name}` };
      if (member !== undefined && each.does === 'create' && member !== own.key)
        yield { at: joinPointer('/resources', own.name, 'key', 'form'), value: `{${member}}`, reason };
      const record = `find(${JSON.stringify(whole.name)}, ${key})`;
      for (const [name] of schemas.chosen(own.schema).properties) {
        if (name === own.key || own.writable.has(name)) continue;
        const value = `=${record} == null ? ${dot('self', name)} : ${dot(record, name)}`;
        yield { at: joinPointer('/operations', operation.operationId, 'set', name), value, reason };
      }
    }
  },
};

/** The member of a request with the key of a record: `user_id` of one of `users`. Its path has no key of its own. */
function namedIn(
  { schemas, operations }: Knowledge['plan'],
  { operation, resource }: OperationPlan,
  { name, key = '' }: Resource,
) {
  const words = [name, resource?.name ?? ''].map((each) => normalizeName(toSingular(wordOf({ name: each }))));
  const names = words.flatMap((word) => [`${word}id`, `${word}${normalizeName(key)}`]);
  const all = [...operations.values()].flatMap((each) => (each.resource === resource ? (each.key ?? []) : []));
  const isKey = (one: string) => [...names, ...words, 'id', normalizeName(key)].includes(normalizeName(one));
  if (!all.every((each) => each.in !== 'path' || isKey(each.name))) return undefined;
  const isOwn = (member: string) => schemas.chosen(resource?.schema).properties.has(member);
  const sent = sentMembers(schemas, operation).map(([member]) => member);
  return sent.find((member) => names.includes(normalizeName(member)) && !isOwn(member));
}
