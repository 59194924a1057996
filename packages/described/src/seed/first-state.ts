import { getMember, namesOf, setMember } from '@understudy/model';
import type { Seeding } from './generate-seeded-record.js';

type Fields = Record<string, unknown>;

/**
 * Clears the values of later actions in records that are still in their first state, such as `decidedBy` of a new
 * request.
 */
export function clearUndone({ served, resource }: Seeding, fields: Fields): void {
  const { plan } = served;
  const { member, transitions = [] } = plan.behavior.resources.get(resource.name)?.lifecycle ?? {};
  const state = getMember(fields, member?.join('.') ?? '');
  if (member === undefined || transitions.some(({ statement: { to } }) => to === state)) return;
  const actions = new Set(transitions.flatMap(({ to, statement: { on } }) => (to === undefined ? [] : namesOf(on))));
  const sets = [...actions].flatMap((id) => Object.keys(plan.behavior.operations.get(id)?.statement.set ?? {}));
  for (const name of sets)
    if (plan.schemas.flat(plan.schemas.member(resource.schema, name)).nullable) fields[name] = null;
}

/**
 * Keeps the generated state of a record that no operation creates or changes, unless dates in the record depend on it.
 */
export function keepState({ served: { plan }, resource }: Seeding, fields: Fields, made: Readonly<Fields>): void {
  const { lifecycle } = plan.behavior.resources.get(resource.name) ?? {};
  if (resource.kept || lifecycle === undefined || lifecycle.transitions.some(({ when }) => when === undefined)) return;
  const { properties } = plan.schemas.chosen(resource.schema);
  const hasTimes = [...properties.values()].some((each) => {
    const { keywords, nullable } = plan.schemas.flat(each);
    return nullable && String(keywords['format']).startsWith('date');
  });
  const member = lifecycle.member.join('.');
  const state = getMember(made, member);
  const timed = lifecycle.transitions.find(({ statement: { to } }) => to === state);
  if (!hasTimes && state !== undefined) setMember(fields, member, timed?.from[0] ?? state);
}
