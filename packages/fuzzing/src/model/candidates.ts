import { cloneJson, isObject, membersOf } from '@understudy/contract';
import { draftRequest } from '@understudy/described';
import { getMember, type OperationPlan, type Resource, setMember } from '@understudy/model';
import { shiftDate } from '../state/entity-variants.js';
import type { KnownUser } from '../state/known-user.js';
import type { Shown } from '../state/shown-records.js';
import type { StateSession } from '../state/state-session.js';
import { evaluate, resourceNamed } from './evaluate.js';
import { queriesOf } from './queries.js';

/** A request that can be sent, before it is known what it violates. */
export interface Candidate {
  readonly user: KnownUser | undefined;
  readonly body: unknown;
  /** The record that it is about, or as it will be. */
  readonly record: Shown;
  readonly key?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly isUnconditional?: boolean;
  /** The parameters of the path, if they are all known. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Members of a new record that only the server knows. */
  readonly unknown?: readonly string[];
  /** The record that the path leads through. */
  readonly below?: { readonly resource: Resource; readonly key: string | undefined };
}

const unknownText = 'understudy-unknown';
const unknownUuid = '00000000-0000-4000-8000-00000000dead';
const unknownNumber = 987_654_321;
/** Keys that name no record. */
export const unknownKeys = new Set<unknown>([unknownText, unknownUuid, unknownNumber]);

/** Creates a record of each kind that a condition looks at, and reads all of them. */
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

const mostRecords = 100;
const mostBodies = 150;
const mostNamed = 25;

/** Lists requests that conditions can judge before they are sent. */
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

/** Requests below each known record, such as a new reading of a meter. */
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

/** The path of a request, if it has no other parameter. */
function pathOf({ operation }: OperationPlan, name: string | undefined, key: unknown): Pick<Candidate, 'path'> {
  const named = operation.parameters.filter((each) => each.in === 'path');
  return named.length === 1 && named[0]?.name === name ? { path: { [name ?? '']: key } } : {};
}

/** A body, and the same with small and large numbers. */
function withOtherNumbers({ context }: StateSession, operation: OperationPlan, drafted: unknown): unknown[] {
  if (!isObject(drafted)) return [drafted];
  const others = Object.keys(drafted).flatMap((name) =>
    typeof drafted[name] !== 'number'
      ? []
      : numbers.flatMap((member) => context.variants.with(operation, { value: drafted, name, member }) ?? []),
  );
  return [drafted, ...others];
}

const numbers = [0, 1, 137.5, 5000];

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

/** Bodies of new records: drawn ones, and ones that share members with known records, or are turned around. */
function bodiesOf(session: StateSession, operation: OperationPlan): unknown[] {
  const { variants, plan } = session.context;
  const { resource } = operation;
  const bodies: unknown[] = [];
  for (let draw = 0; draw < 6; draw += 1) bodies.push(session.draftBody(operation, draw));
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

const newKey = 'understudy-new';

/** A place for new records: the path below a known record, and the members that name it. */
interface PlaceBelow {
  readonly named: Readonly<Record<string, unknown>>;
  readonly path: Pick<Candidate, 'below' | 'path'>;
}

/** Where new records can be created. Undefined for the path of their own. */
function placesOf({ context, shown }: StateSession, operation: OperationPlan): readonly (PlaceBelow | undefined)[] {
  const { resource: parent, sources = [] } = operation.through.at(-1) ?? {};
  const [source, ...more] = sources;
  const records = parent === undefined || source === undefined || more.length > 0 ? [] : shown.known(parent);
  if (parent === undefined || records.length === 0) return [undefined];
  const { references = [] } = context.plan.behavior.resources.get(operation.resource?.name ?? '') ?? {};
  const members = references.filter((each) => each.resource === parent.name && each.member.list === undefined);
  return records.slice(-mostNamed).map((record): PlaceBelow => {
    const key = shown.keyOf(record);
    const named = Object.fromEntries(
      members.map(({ member }) => [member.names.join('.'), getMember(record, parent.key ?? '') ?? key]),
    );
    return { named, path: { below: { resource: parent, key }, ...pathOf(operation, source?.name, key) } };
  });
}

/** A new record, as far as the request and the model say what it is. */
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

function joinPath(path: readonly string[], name: string): string {
  return [...path, name].join('.');
}

/** A key that names no record. */
function unknownKey(old: unknown): string {
  return /^[0-9a-f-]{36}$/i.test(String(old)) ? unknownUuid : unknownText;
}

/** Changes of a record: the drafted one, and ones that let each member name the record itself. */
function changesOf(
  session: StateSession,
  operation: OperationPlan,
  { record, key, drafted }: { readonly record: Shown; readonly key: unknown; readonly drafted: unknown },
): unknown[] {
  const { variants, plan } = session.context;
  const { properties } = plan.schemas.chosen(Object.values(operation.operation.requestBody?.content ?? {})[0]?.schema);
  const { references = [] } = plan.behavior.resources.get(operation.resource?.name ?? '') ?? {};
  // A replacement sends all members.
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
      ...othersOf(session, schema, old),
    ].map((value) => ({ ...Object.fromEntries(kept), [name]: value }));
  });
  return [drafted, ...changes].filter((body) => variants.isValid(operation, body));
}

/** Other values of a member: choices, flags, and earlier and later dates. */
function othersOf({ context: { plan } }: StateSession, schema: unknown, old: unknown): unknown[] {
  const { keywords, types } = plan.schemas.chosen(schema);
  const choices = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
  const isDate = /^date/.test(String(keywords['format']));
  const dates = isDate ? [-400, -20, 20, 400].flatMap((days) => shiftDate(old, days) ?? []) : [];
  return [...choices, ...(types.includes('boolean') ? [old !== true] : []), ...dates, null].filter(
    (each) => each !== old,
  );
}
