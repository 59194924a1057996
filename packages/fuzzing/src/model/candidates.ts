import { isObject, membersOf } from '@understudy/contract';
import { draftRequest } from '@understudy/described';
import { getMember, type OperationPlan, type Resource, setMember } from '@understudy/model';
import { shiftDate } from '../state/entity-variants.js';
import type { KnownUser } from '../state/known-user.js';
import type { Shown } from '../state/shown-records.js';
import type { StateSession } from '../state/state-session.js';
import { bodiesOf, changesOf, mostBodies, mostNamed, mostRecords, withOtherNumbers } from './candidate-bodies.js';
import { evaluate, resourceNamed } from './evaluate.js';

/** A possible request, for which it is not yet known which conditions it violates. */
export interface Candidate {
  readonly user: KnownUser | undefined;
  readonly body: unknown;
  /** The record that it concerns, or the record that it will create. */
  readonly record: Shown;
  readonly key?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly isUnconditional?: boolean;
  /** The parameters of the path, if they are all known. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Members of a new record that only the server knows. */
  readonly unknown?: readonly string[];
  /** The parent record in the path. */
  readonly below?: { readonly resource: Resource; readonly key: string | undefined };
}

/** Creates a record of each resource that a condition reads, and reads all records. */
export async function prepareRecords(
  session: StateSession,
  { resource }: OperationPlan,
  used: ReadonlySet<string>,
): Promise<void> {
  const names = new Set([...used, ...(resource === undefined ? [] : [resource.name])]);
  for (const name of names) {
    const each = resourceNamed(session, name);
    if (each === undefined) continue;
    await session.create({ resource: each });
    await session.create({ resource: each });
    if (each === resource) await createOwn(session, each);
  }
  for (const name of names) {
    const each = resourceNamed(session, name);
    if (each !== undefined) await session.readAll(each);
  }
  const [first, ...others] = session.context.users;
  for (const user of others) {
    session.user = user;
    if (resource !== undefined) await session.readAll(resource, true);
  }
  session.user = first;
}

/** Lets each user create a record with only its required members. The server sets the others. */
async function createOwn(session: StateSession, resource: Resource): Promise<void> {
  const before = session.user;
  for (const user of session.context.users) {
    session.user = user;
    await withRequiredOnly(session, resource, () => session.create({ resource }));
  }
  session.user = before;
}

/** Creates records without their optional members. */
export async function withRequiredOnly<Result>(
  { context: { variants } }: StateSession,
  { writable }: Resource,
  create: () => Promise<Result>,
): Promise<Result> {
  const added = [...writable.keys()].filter((name) => !variants.omitted.has(name));
  for (const name of added) variants.omitted.add(name);
  try {
    return await create();
  } finally {
    for (const name of added) variants.omitted.delete(name);
  }
}

/** Lists requests for which the conditions can be evaluated before sending. */
export async function listCandidates(session: StateSession, operation: OperationPlan): Promise<Candidate[]> {
  const { context, shown } = session;
  const users: (KnownUser | undefined)[] = context.users.length === 0 ? [undefined] : [...context.users];
  const { resource, does } = operation;
  if (does === 'create') {
    const bodies = bodiesOf(session, operation);
    return users.flatMap((user) => {
      session.user = user;
      return placesOf(session, operation).flatMap((place, index) =>
        bodies
          .slice(0, index === 0 ? mostBodies : 1)
          .map((body) => ({ user, body, ...newRecord(session, operation, body, place?.named), ...place?.path })),
      );
    });
  }
  const below = does === 'list' || operation.key !== undefined ? [] : candidatesBelow(session, operation);
  if (below.length > 0) return users.flatMap((user) => below.map((each) => ({ ...each, user })));
  if (does === 'list' || operation.key === undefined)
    return users.flatMap((user) => queriesOf(operation).map((query) => ({ user, body: undefined, record: {}, query })));
  const records = resource === undefined ? [] : shown.known(resource).slice(-mostRecords);
  const drafted = draftRequest(context.plan.schemas, operation).body?.value;
  return users.flatMap((user) =>
    records.flatMap((record) => {
      const key = shown.keyOf(record);
      const isAct = does === 'act' || does === 'delete';
      const changes = isAct
        ? withOtherNumbers(session, operation, drafted)
        : changesOf(session, operation, { record, key, drafted });
      const path = pathOf(operation, operation.key?.name, key);
      return changes.flatMap((body) => {
        const self = isAct
          ? record
          : changedRecord(session, operation, { ...record, ...(isObject(body) ? body : {}) }, key);
        const candidate = { user, body, record: self, key, ...path };
        return does === 'act' ? candidate : [candidate, { ...candidate, isUnconditional: true }];
      });
    }),
  );
}

/** Requests under each known record, such as a new reading of a meter. */
function candidatesBelow(session: StateSession, operation: OperationPlan): Omit<Candidate, 'user'>[] {
  const { resource, sources = [] } = operation.through.at(-1) ?? {};
  const [source, ...more] = sources;
  if (resource === undefined || source === undefined || more.length > 0) return [];
  const drafted = draftRequest(session.context.plan.schemas, operation).body?.value;
  const bodies = withOtherNumbers(session, operation, drafted);
  return session.shown
    .known(resource)
    .slice(-mostRecords)
    .flatMap((record) => {
      const key = session.shown.keyOf(record);
      const facts = { record: {}, below: { resource, key }, ...pathOf(operation, source.name, key) };
      return bodies.map((body) => ({ ...facts, body }));
    });
}

/** Returns the path of a request if it has no other parameter. */
function pathOf({ operation }: OperationPlan, name: string | undefined, key: unknown): Pick<Candidate, 'path'> {
  const named = operation.parameters.filter((each) => each.in === 'path');
  return named.length === 1 && named[0]?.name === name ? { path: { [name ?? '']: key } } : {};
}

function changedRecord(
  ...[session, { resource }, fields, key]: readonly [
    StateSession,
    OperationPlan,
    Record<string, unknown>,
    string | undefined,
  ]
): Shown {
  if (resource !== undefined) session.shown.place(fields, resource, key);
  return fields;
}

const newKey = 'understudy-new';

/** A location for new records: the path under a known record, and the members that refer to it. */
interface PlaceBelow {
  readonly named: Readonly<Record<string, unknown>>;
  readonly path: Pick<Candidate, 'below' | 'path'>;
}

/** Lists the locations for new records. Undefined means the resource's own path. */
function placesOf(session: StateSession, operation: OperationPlan): readonly (PlaceBelow | undefined)[] {
  const { context, shown } = session;
  const { resource: parent, sources = [] } = operation.through.at(-1) ?? {};
  const [source, ...more] = sources;
  const records = parent === undefined || source === undefined || more.length > 0 ? [] : shown.known(parent);
  if (parent === undefined || records.length === 0) return [undefined];
  const { references = [] } = context.plan.behavior.resources.get(operation.resource?.name ?? '') ?? {};
  const members = references.filter((each) => each.resource === parent.name && each.member.list === undefined);
  // The path contains the parent of an existing record.
  const used = records.find((record) => shown.keyOf(record) === String(session.used(parent)));
  const places = new Set([...(used === undefined ? [] : [used]), ...records.slice(-mostNamed)]);
  return [...places].map((record): PlaceBelow => {
    const key = shown.keyOf(record);
    const named = Object.fromEntries(
      members.map(({ member }) => [member.names.join('.'), getMember(record, parent.key ?? '') ?? key]),
    );
    return { named, path: { below: { resource: parent, key }, ...pathOf(operation, source?.name, key) } };
  });
}

/** Returns a new record, as far as the request and the model determine it. */
function newRecord(
  session: StateSession,
  operation: OperationPlan,
  body: unknown,
  named: Readonly<Record<string, unknown>> = {},
): Pick<Candidate, 'record' | 'unknown'> {
  const { resource, sent } = operation;
  const fields: Record<string, unknown> = { ...membersOf(getMember(body, sent.join('.'))) };
  if (resource === undefined) return { record: fields };
  for (const [name, value] of Object.entries(named))
    if (getMember(fields, name) === undefined) setMember(fields, name, value);
  session.shown.place(fields, resource, newKey);
  if (resource.key !== undefined) setMember(fields, resource.key, newKey);
  const { lifecycle, stamped, local = [] } = session.context.plan.behavior.resources.get(resource.name) ?? {};
  const state = lifecycle?.initial && evaluate(session, lifecycle.initial, { self: fields });
  if (lifecycle !== undefined && state !== undefined) setMember(fields, lifecycle.member.join('.'), state);
  for (const { path, expression, given } of [...(stamped?.get('create') ?? []), ...local]) {
    const name = path.names.join('.');
    if (path.list !== undefined || (given && getMember(fields, name) !== undefined)) continue;
    const value = evaluate(session, expression, { self: fields });
    if (value !== undefined && value !== null) setMember(fields, name, value);
  }
  const { properties } = session.context.plan.schemas.chosen(resource.schema);
  const unknown = [...properties.keys()].filter(
    (name) => getMember(fields, name) === undefined && !resource.writable.has(name),
  );
  return { record: fields, unknown };
}

/** Returns queries with the required parameters and with empty, short and long periods. */
function queriesOf({ operation: { parameters } }: OperationPlan): Readonly<Record<string, string>>[] {
  const dated = parameters.filter(({ in: place, schema }) => place === 'query' && isDated(schema));
  const [first, second] = dated;
  if (first === undefined || second === undefined) return [{}];
  return [
    [0, 1],
    [0, 100],
    [0, 800],
    [1, 0],
    [100, 0],
  ].map(([start = 0, end = 0]) =>
    Object.fromEntries([
      [first.name, dateAt(first.schema, start)],
      [second.name, dateAt(second.schema, end)],
    ]),
  );
}

function isDated(schema: unknown): boolean {
  return /^date/.test(String(membersOf(schema)['format']));
}

function dateAt(schema: unknown, days: number): string {
  const date = shiftDate('2026-01-01', days) ?? '';
  return membersOf(schema)['format'] === 'date-time' ? `${date}T00:00:00Z` : date;
}
