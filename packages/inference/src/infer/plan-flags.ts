import {
  type ActionEffects,
  normalizeName,
  type OperationPlan,
  type Resource,
  type SchemaReader,
  type StampsOfStates,
} from '@understudy/model';
import { isStateMember } from '../names/read-names.js';
import { instantAffixes, verbMembers } from '../words/state-members.js';
import { listVerbs } from '../words/verbs.js';
import { hasEffect, planEffects } from './plan-effects.js';

/**
 * Plans what members of a request do that are no members of the record: `disabled: true` sets the status to `disabled`,
 * and `event: approve` to `approved`.
 */
export function planFlags(
  schemas: SchemaReader,
  { operation, does, resource }: Pick<OperationPlan, 'operation' | 'does' | 'resource'>,
): OperationPlan['flags'] {
  if (resource === undefined || !['create', 'update', 'replace', 'act'].includes(does)) return undefined;
  const { properties } = schemas.chosen(resource.schema);
  if (properties.size === 0) return undefined;
  const bodies = Object.values(operation.requestBody?.content ?? {});
  const members = new Map([
    ...resource.writable,
    ...bodies.flatMap(({ schema }) => [...schemas.chosen(schema).properties]),
  ]);
  const flags = new Map<string, ReadonlyMap<string, ActionEffects>>();
  for (const [name, schema] of members) {
    if (properties.has(name)) continue;
    const { types } = schemas.chosen(schema);
    const takes = (type: string) => types.length === 0 || types.includes(type);
    const effects = new Map([
      ...(takes('boolean') ? [true, false] : []).map(
        (value) => [String(value), planEffects(schemas, resource.schema, name, !value)] as const,
      ),
      ...(takes('string') && verbMembers.has(normalizeName(name)) ? listVerbs() : []).map(
        (verb) => [verb, planEffects(schemas, resource.schema, verb)] as const,
      ),
    ]);
    const left = new Map([...effects].filter(([, each]) => hasEffect(each)));
    if (left.size > 0) flags.set(name, left);
  }
  return flags.size === 0 ? undefined : flags;
}

/** Plans which instants the states of a record set and clear: `status: paid` sets `paidAt`. */
export function planStampsOfStates(schemas: SchemaReader, { schema }: Resource): StampsOfStates {
  const found = new Map<string, ReadonlyMap<string, ActionEffects>>();
  for (const [name, property] of schemas.chosen(schema).properties) {
    const { types, keywords } = schemas.chosen(property);
    if (!isStateMember(normalizeName(name)) || !(types.length === 0 || types.includes('string'))) continue;
    const events = listEvents(schemas, schema);
    if (events.length === 0) return found;
    const states: readonly unknown[] = Array.isArray(keywords['enum'])
      ? keywords['enum']
      : [...new Set([...events, ...listVerbs()])];
    const stamps = states.flatMap((state) => {
      if (typeof state !== 'string') return [];
      const effects = { ...planEffects(schemas, schema, state), set: [] };
      return hasEffect(effects) ? [[state, effects] as const] : [];
    });
    if (stamps.length > 0) found.set(name, new Map(stamps));
  }
  return found;
}

/** The words of the events whose instants a record has, such as `paid` of `paidAt`. */
function listEvents(schemas: SchemaReader, schema: unknown): readonly string[] {
  const { properties } = schemas.chosen(schema);
  const names = [...properties].flatMap(([name, property]) => [name, ...schemas.chosen(property).properties.keys()]);
  const { before, after } = instantAffixes;
  return names
    .map(normalizeName)
    .flatMap((name) => [
      ...after.flatMap((end) => (name.endsWith(end) ? [name.slice(0, -end.length)] : [])),
      ...before.flatMap((start) => (name.startsWith(start) ? [name.slice(start.length)] : [])),
    ])
    .filter((word) => word !== '');
}
