import { cloneJson, isObject, membersOf } from '@understudy/contract';
import { getMember, type OperationPlan, setMember } from '@understudy/model';
import { shiftDate } from '../state/entity-variants.js';
import type { Shown } from '../state/shown-records.js';
import type { StateSession } from '../state/state-session.js';
import { resourceNamed } from './evaluate.js';

const unknownText = 'understudy-unknown';
const unknownUuid = '00000000-0000-4000-8000-00000000dead';
const unknownNumber = 987_654_321;
/** Keys of records that do not exist. */
export const unknownKeys = new Set<unknown>([unknownText, unknownUuid, unknownNumber]);

export const mostRecords = 100;
export const mostBodies = 150;
export const mostNamed = 25;
const mostOthers = 2;

/** Bodies of new records: generated ones, and variants that share members with known records or swap values. */
export function bodiesOf(session: StateSession, operation: OperationPlan): unknown[] {
  const { variants, plan, ways } = session.context;
  const { resource } = operation;
  // The way in which the server accepted a creation comes first, followed by variations.
  const accepted = (resource && ways.get(resource.shape)) ?? 0;
  const draws = [0, 1, 2, 3, 4, 5].sort((one, other) => Number(other === accepted) - Number(one === accepted));
  const bodies = draws.map((draw) => session.draftBody(operation, draw));
  const [first] = bodies;
  const change = (value: unknown, changes: Readonly<Record<string, unknown>>) => {
    const copy = cloneJson(value);
    if (!isObject(copy)) return;
    for (const [name, member] of Object.entries(changes)) setMember(copy, [...operation.sent, name].join('.'), member);
    if (variants.isValid(operation, copy)) bodies.push(copy);
  };
  const names = Object.keys(membersOf(getMember(first, operation.sent.join('.'))));
  for (const { member, missing, resource: named } of plan.behavior.resources.get(resource?.name ?? '')?.references ??
    []) {
    const name = member.names.join('.');
    const old = getMember(first, joinPath(operation.sent, name));
    if (missing !== 'ignore' && member.list === undefined)
      change(first, { [name]: typeof old === 'number' ? unknownNumber : unknownKey(old) });
    const target = resourceNamed(session, named);
    if (target === undefined || member.list !== undefined || old === undefined) continue;
    for (const record of session.shown.known(target).slice(-mostNamed))
      change(first, { [name]: getMember(record, target.key ?? '') });
  }
  for (const one of names)
    for (const other of names) {
      const [a, b] = [getMember(first, one), getMember(first, other)];
      if (one < other && typeof a === typeof b && a !== b && typeof a !== 'object')
        change(first, { [one]: b, [other]: a });
    }
  for (const name of names)
    for (const member of othersOf(
      session,
      resource?.writable.get(name),
      getMember(first, joinPath(operation.sent, name)),
    ))
      change(first, { [name]: member });
  const writable = resource === undefined ? [] : [...resource.writable.keys()];
  for (const record of resource === undefined ? [] : session.shown.known(resource).slice(-mostRecords)) {
    const shared = Object.fromEntries(
      writable.flatMap((name) => {
        const value = getMember(record, name);
        return value === undefined || value === null ? [] : [[name, value] as const];
      }),
    );
    change(first, shared);
    for (const [name, value] of Object.entries(shared)) change(first, { [name]: value });
  }
  return bodies.slice(0, mostBodies);
}

/** Returns a body, and variants of it with small and large numbers. */
export function withOtherNumbers({ context }: StateSession, operation: OperationPlan, drafted: unknown): unknown[] {
  if (!isObject(drafted)) return [drafted];
  const others = Object.keys(drafted).flatMap((name) =>
    typeof drafted[name] !== 'number'
      ? []
      : numbers.flatMap((member) => context.variants.with(operation, { value: drafted, name, member }) ?? []),
  );
  return [drafted, ...others];
}

const numbers = [0, 1, 137.5, 5000];

function joinPath(path: readonly string[], name: string): string {
  return [...path, name].join('.');
}

/** Returns a key of a record that does not exist. */
function unknownKey(old: unknown): string {
  return /^[0-9a-f-]{36}$/i.test(String(old)) ? unknownUuid : unknownText;
}

/** Changes of a record: the drafted one, and variants in which each reference points to the record itself. */
export function changesOf(
  session: StateSession,
  operation: OperationPlan,
  { record, key, drafted }: { readonly record: Shown; readonly key: unknown; readonly drafted: unknown },
): unknown[] {
  const { variants, plan } = session.context;
  const { properties } = plan.schemas.chosen(Object.values(operation.operation.requestBody?.content ?? {})[0]?.schema);
  const { references = [], unique = [] } = plan.behavior.resources.get(operation.resource?.name ?? '') ?? {};
  const others = operation.resource === undefined ? [] : session.shown.known(operation.resource).slice(-mostOthers);
  // A replacement must contain all members.
  const kept = [...properties.keys()].flatMap((name) => {
    const value = operation.does === 'replace' ? getMember(record, name) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const changes = [...properties].flatMap(([name, schema]) => {
    const old = getMember(record, name);
    const isReference = references.some(({ member }) => member.names.join('.') === name);
    return [
      getMember(record, 'id') ?? key,
      ...(isReference ? [typeof old === 'number' ? unknownNumber : unknownKey(old)] : []),
      ...(unique.some(({ members }) => members.some((path) => path.join('.') === name))
        ? others.map((each) => getMember(each, name))
        : []),
      ...othersOf(session, schema, old),
    ].map((value) => ({ ...Object.fromEntries(kept), [name]: value }));
  });
  return [drafted, ...changes].filter((body) => variants.isValid(operation, body));
}

/** Returns other values of a member: choices, flags, and earlier and later dates. */
function othersOf({ context: { plan } }: StateSession, schema: unknown, old: unknown): unknown[] {
  const { keywords, types } = plan.schemas.chosen(schema);
  const choices = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
  const isDate = /^date/.test(String(keywords['format']));
  const dates = isDate ? [-400, -20, 20, 400].flatMap((days) => shiftDate(old, days) ?? []) : [];
  return [...choices, ...(types.includes('boolean') ? [old !== true] : []), ...dates, null].filter(
    (each) => each !== old,
  );
}
