import { cloneJson, isObject } from '@understudy/contract';
import { draftRequest } from '@understudy/described';
import { getMember, type OperationPlan, type Resource, setMember } from '@understudy/model';
import type { KnownUser } from '../state/known-user.js';
import type { Shown } from '../state/shown-records.js';
import type { StateSession } from '../state/state-session.js';
import { evaluate, resourceNamed } from './evaluate.js';

/** A request that can be sent, before it is known what it violates. */
export interface Candidate {
  readonly user: KnownUser | undefined;
  readonly body: unknown;
  /** The record that it is about, or as it will be. */
  readonly record: Shown;
  readonly key?: unknown;
  readonly isUnconditional?: boolean;
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
}

/** Lets each user create a record with only its required members. The server sets the others. */
async function createOwn(session: StateSession, resource: Resource): Promise<void> {
  const { users, variants } = session.context;
  const added = [...resource.writable.keys()].filter((name) => !variants.omitted.has(name));
  for (const name of added) variants.omitted.add(name);
  const before = session.user;
  for (const user of users) {
    session.user = user;
    await session.create({ resource });
  }
  session.user = before;
  for (const name of added) variants.omitted.delete(name);
}

const mostRecords = 30;
const mostBodies = 60;

/** Lists requests that conditions can judge before they are sent. */
export async function listCandidates(session: StateSession, operation: OperationPlan): Promise<Candidate[]> {
  const { context, shown } = session;
  const users: (KnownUser | undefined)[] = context.users.length === 0 ? [undefined] : [...context.users];
  const { resource, does } = operation;
  if (does === 'create') {
    const bodies = bodiesOf(session, operation);
    return users.flatMap((user) => {
      session.user = user;
      return bodies.map((body) => ({ user, body, record: newRecord(session, operation, body) }));
    });
  }
  const records = resource === undefined ? [] : shown.known(resource).slice(-mostRecords);
  const drafted = draftRequest(context.plan.schemas, operation).body?.value;
  return users.flatMap((user) =>
    records.flatMap((record) => {
      const key = shown.keyOf(record);
      const changes =
        does === 'act' || does === 'delete' ? [drafted] : changesOf(session, operation, { record, key, drafted });
      return changes.flatMap((body) => {
        const self =
          does === 'act' || does === 'delete'
            ? record
            : changedRecord(session, operation, { ...record, ...Object(body) }, key);
        return [
          { user, body, record: self, key },
          ...(does === 'act' ? [] : [{ user, body, record: self, key, isUnconditional: true }]),
        ];
      });
    }),
  );
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
  const names = Object.keys(Object(getMember(first, operation.sent.join('.'))));
  for (const { member, missing } of plan.behavior.resources.get(resource?.name ?? '')?.references ?? []) {
    const name = member.names.join('.');
    const old = getMember(first, joinPath(operation.sent, name));
    if (missing !== 'ignore' && member.list === undefined)
      change(first, { [name]: typeof old === 'number' ? unknownNumber : unknownKey(old) });
  }
  for (const one of names)
    for (const other of names) {
      const [a, b] = [getMember(first, one), getMember(first, other)];
      if (one < other && typeof a === typeof b && a !== b && typeof a !== 'object')
        change(first, { [one]: b, [other]: a });
    }
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

/** A new record, as far as the request and the model say what it is. */
function newRecord(session: StateSession, operation: OperationPlan, body: unknown): Shown {
  const { resource, sent } = operation;
  const fields: Record<string, unknown> = { ...Object(getMember(body, sent.join('.'))) };
  if (resource === undefined) return fields;
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
  return fields;
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
  const { variants } = session.context;
  const { properties } = session.context.plan.schemas.chosen(
    Object.values(operation.operation.requestBody?.content ?? {})[0]?.schema,
  );
  const own = [...properties.keys()].map((name) => ({ [name]: getMember(record, 'id') ?? key }));
  return [drafted, ...own].filter((body) => variants.isValid(operation, body));
}
