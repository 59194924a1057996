import { joinPointer } from '@understudy/contract';
import { findNamed, normalizeName, type SchemaReader, splitWords } from '@understudy/model';
import { planEffects } from '../../names/plan-effects.js';
import { isStateMember } from '../../names/read-names.js';
import { otherNamesIn } from '../../prose/other-names.js';
import { nounPattern, readStates } from '../../prose/read-states.js';
import { readStatements } from '../../prose/statements.js';
import { instantAffixes } from '../../words/state-members.js';
import { listVerbs } from '../../words/verbs.js';
import type { InferenceRule, Knowledge } from '../rule.js';
import { type FoundLifecycle, findLifecycles, scopeOf } from './lifecycles.js';

type Sets = Record<string, Record<string, unknown>>;

/** `status: paid` sets `paidAt`, and clears `canceledAt`. */
export const stateStamps: InferenceRule = {
  id: 'lifecycle/state-stamps',
  says: 'A new state sets the time that is named or described as that of its event, and clears that of the reverted event.',
  *infer(known) {
    const { resources, schemas } = known.plan;
    const lifecycles = findLifecycles(known);
    for (const resource of resources.values()) {
      const { name, schema } = resource;
      const value = stampsOf(schemas, schema);
      const lifecycle = lifecycles.find((each) => each.resource === resource);
      const described = lifecycle === undefined ? [] : describedStamps(known, lifecycle);
      for (const [state, set] of described) {
        const own = value[lifecycle?.member ?? ''] ?? {};
        value[lifecycle?.member ?? ''] = { ...own, [state]: { ...set, ...own[state] } };
      }
      const says = Object.keys(value).join(', ');
      if (says !== '') yield { at: joinPointer('/resources', name, 'stamps'), value, reason: { says } };
    }
  },
};

/** "When the visit was completed, cancelled or missed": each of these states sets that time. */
function describedStamps(known: Knowledge, lifecycle: FoundLifecycle): (readonly [string, Record<string, unknown>])[] {
  const scope = scopeOf(known, lifecycle);
  const form = new RegExp(
    `^(?:set )?(?:(?:the )?(?:date|day|time|moment|instant|point in time)(?: (?:when|at which|that))? |when )${nounPattern(scope.kind)} (?:is|was|were|has been) ([a-z -]+?(?:(?:, [a-z -]+)* or [a-z -]+?)?)(?:,? (?:and )?null .*)?$`,
  );
  return [...scope.kind.members.values()].flatMap(({ name, schema: { keywords, nullable }, description }) => {
    const isTime = keywords['format'] === 'date-time' && nullable && !lifecycle.resource.writable.has(name);
    const texts = isTime ? readStatements(description, otherNamesIn(known.document)) : [];
    const states = texts.flatMap(({ text }) => readStates(scope, form.exec(text)?.[1] ?? '') ?? []);
    return states.map((state) => [state, { [name]: '=now' }] as const);
  });
}

function stampsOf(schemas: SchemaReader, schema: unknown): Record<string, Sets> {
  const found: Record<string, Sets> = {};
  for (const [name, property] of schemas.chosen(schema).properties) {
    const { types, keywords } = schemas.chosen(property);
    const flagged = types.length === 1 && types[0] === 'boolean' ? timeOfFlag(schemas, schema, name) : undefined;
    if (flagged !== undefined) found[name] = { true: { [flagged]: '=now' }, false: { [flagged]: '=null' } };
    if (!isStateMember(normalizeName(name)) || !(types.length === 0 || types.includes('string'))) continue;
    const events = listEvents(schemas, schema);
    if (events.length === 0) continue;
    const states: readonly unknown[] = Array.isArray(keywords['enum'])
      ? keywords['enum']
      : [...new Set([...events, ...listVerbs()])];
    const stamps = states.flatMap((state) => {
      if (typeof state !== 'string') return [];
      const set = Object.entries(planEffects(schemas, schema, state).set);
      const times = set.filter(([, value]) => value === '=now' || value === '=null');
      return times.length === 0 ? [] : [[state, Object.fromEntries(times)] as const];
    });
    if (stamps.length > 0) found[name] = Object.fromEntries(stamps);
  }
  return found;
}

/** The time of a flag, which is empty without it: `completed_at` for `completed`, `closedDate` for `isClosed`. */
function timeOfFlag(schemas: SchemaReader, schema: unknown, flag: string): string | undefined {
  const { properties, required } = schemas.chosen(schema);
  const bare = splitWords(flag)
    .filter((word, at) => at > 0 || !/^(?:is|has|was)$/.test(word))
    .join('');
  const { before, after } = instantAffixes;
  const time = findNamed(properties.keys(), [
    ...after.map((end) => bare + end),
    ...before.map((start) => start + bare),
  ]);
  const { types, nullable } = schemas.chosen(properties.get(time ?? ''));
  const isEmptied = time !== undefined && (nullable || !required.has(time)) && !types.includes('boolean');
  return isEmptied ? time : undefined;
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
