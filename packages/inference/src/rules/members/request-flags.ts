import { joinPointer } from '@understudy/contract';
import { normalizeName, type OperationPlan, type SchemaReader, splitWords } from '@understudy/model';
import { planEffects } from '../../names/plan-effects.js';
import { verbMembers } from '../../words/state-members.js';
import { listVerbs } from '../../words/verbs.js';
import type { InferenceRule } from '../rule.js';

/** `disabled: true` sets the status to `disabled`, and `event: approve` to `approved`. */
export const requestFlags: InferenceRule = {
  id: 'members/request-flags',
  says: 'A member of a request that the record lacks sets what its name or value means: a state, a switch or a time.',
  *infer({ plan: { operations, schemas } }) {
    for (const [id, plan] of operations)
      for (const [name, value] of listFlags(schemas, plan))
        yield { at: joinPointer('/operations', id, 'flags', name), value, reason: { says: name } };
  },
};

const changes = new Set<OperationPlan['does']>(['create', 'update', 'replace', 'act']);

function listFlags(
  schemas: SchemaReader,
  { operation, does, resource }: OperationPlan,
): readonly (readonly [name: string, byValue: Readonly<Record<string, unknown>>])[] {
  if (resource === undefined || !changes.has(does)) return [];
  const { properties } = schemas.chosen(resource.schema);
  if (properties.size === 0) return [];
  const bodies = Object.values(operation.requestBody?.content ?? {});
  const members = new Map([
    ...resource.writable,
    ...bodies.flatMap(({ schema }) => [...schemas.chosen(schema).properties]),
  ]);
  return [...members].flatMap(([name, schema]) => {
    // `dry_run` and `forceCreation` say how to do it, not what becomes of the record.
    const isOneWord = splitWords(name).filter((word) => word !== 'is').length === 1;
    if (properties.has(name) || !isOneWord) return [];
    const { types } = schemas.chosen(schema);
    const takes = (type: string) => types.length === 0 || types.includes(type);
    const sets = [
      ...(takes('boolean') ? [true, false] : []).map(
        (value) => [String(value), planEffects(schemas, resource.schema, name, !value).set] as const,
      ),
      ...(takes('string') && verbMembers.has(normalizeName(name)) ? listVerbs() : []).map(
        (verb) => [verb, planEffects(schemas, resource.schema, verb).set] as const,
      ),
    ].filter(([, set]) => Object.keys(set).length > 0);
    return sets.length === 0 ? [] : [[name, Object.fromEntries(sets)] as const];
  });
}
