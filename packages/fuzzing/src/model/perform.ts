import { isObject } from '@understudy/contract';
import { draftRequest, draftValue } from '@understudy/described';
import { getMember, mapLeaves, type OperationPlan, type Resource } from '@understudy/model';
import type { KnownUser } from '../state/known-user.js';
import type { Shown } from '../state/shown-records.js';
import type { StateSession } from '../state/state-session.js';
import type { StateStep } from '../state/state-step.js';
import { evaluate } from './evaluate.js';

/** The record, and the body if there is one, of a request about a record. */
interface Performed {
  readonly record: Shown;
  readonly key: unknown;
  readonly body?: unknown;
}

/** Returns a user who is allowed to perform an operation, preferably the one who sends the requests. */
export function findPerformer(
  session: StateSession,
  plan: OperationPlan,
  { record, key, body }: Performed,
): { readonly user: KnownUser | undefined } | undefined {
  const { context, user: own } = session;
  const { needs = [] } = context.plan.behavior.operations.get(plan.operation.operationId) ?? {};
  const sent = body ?? draftRequest(context.plan.schemas, plan).body?.value;
  const path = Object.fromEntries(plan.key?.in === 'path' ? [[plan.key.name, key]] : []);
  const values = { self: record, old: record, body: sent ?? null, path, query: {}, headers: {} };
  const found = [own, ...context.users].find((user) => {
    session.user = user;
    return needs.every(([, need]) => need.uses.values.has('headers') || evaluate(session, need, values) !== false);
  });
  session.user = own;
  return found === undefined && own !== undefined ? undefined : { user: found };
}

/** Calls an operation on a record as a user who is allowed to, with the current ETag. */
export async function perform(session: StateSession, plan: OperationPlan, performed: Performed): Promise<StateStep> {
  const { key, body } = performed;
  const before = session.user;
  // The operation of a child can change the state of its parent.
  if (plan.through.at(-1)?.resource === session.resource) session.use(session.resource, key);
  session.user = findPerformer(session, plan, performed)?.user ?? before;
  try {
    const headers = await currentEtag(session, plan, key);
    return await session.call(plan, { key, headers, ...(body === undefined ? {} : { body }) });
  } finally {
    session.user = before;
  }
}

/** Like {@link perform}, but retries with items in the record's lists if the request is rejected without them. */
export async function performPrepared(
  session: StateSession,
  plan: OperationPlan,
  performed: Performed,
): Promise<StateStep> {
  const step = await perform(session, plan, performed);
  if (![400, 409, 422].includes(step.status) || plan.resource === undefined) return step;
  const isFuller = await fill(session, plan.resource, performed.key);
  return isFuller ? await perform(session, plan, performed) : step;
}

/** Adds items to the lists of a record, and child records. @returns whether the server accepted any */
export async function fill(session: StateSession, resource: Resource, key: unknown): Promise<boolean> {
  const items = await addItems(session, resource, { key });
  const below = [...session.context.plan.operations.values()].flatMap(({ does, resource: own, through }) =>
    does === 'create' && own !== undefined && through.at(-1)?.resource === resource ? [own] : [],
  );
  session.use(resource, key);
  let added = items.length;
  for (const each of below.slice(0, mostBelow))
    if ((await session.create({ resource: each, isBelow: true })) !== undefined) added += 1;
  return added > 0;
}

const mostBelow = 3;

/** Returns the header with the ETag of a record, if the operation accepts it. */
export async function currentEtag(
  session: StateSession,
  { operation, resource }: OperationPlan,
  key: unknown,
): Promise<Readonly<Record<string, string>>> {
  const header = operation.parameters.find((each) => each.in === 'header' && /^if-match$/i.test(each.name));
  if (header === undefined || resource === undefined) return {};
  const etag = (await session.readOne(resource, key))?.step.headers['etag'];
  return etag === undefined ? {} : { [header.name]: etag };
}

const mostItems = 16;

/** Adds items of each described type to a list of a record. @returns the items that the server accepted */
export async function addItems(
  session: StateSession,
  resource: Resource,
  { key, list, number = 37.5 }: { readonly key: unknown; readonly list?: string | undefined; readonly number?: number },
): Promise<readonly unknown[]> {
  const { plan, variants, options } = session.context;
  const adds = [...plan.operations.values()].find(
    (each) =>
      each.resource === resource &&
      each.effects?.list?.mode === 'add' &&
      (list === undefined || each.effects.list.member === list),
  );
  if (adds === undefined || options.isMeant?.(adds.operation) === false) return [];
  const { value, type } = draftRequest(plan.schemas, adds).body ?? {};
  const schema = adds.operation.requestBody?.content[type ?? '']?.schema;
  const properties = [...plan.schemas.chosen(schema).properties];
  const whole = properties.reduce<unknown>(
    (body, [name, member]) =>
      getMember(body, name) !== undefined
        ? body
        : (variants.with(adds, { value: body, name, member: draftValue(plan.schemas, member, name) }) ?? body),
    value,
  );
  const telling = mapLeaves(whole, (leaf) => (typeof leaf === 'number' && Math.abs(leaf) < 2 ? number : leaf));
  const full = variants.isValid(adds, telling) ? telling : whole;
  const bodies = [value, full];
  for (const [name, member] of properties) {
    const { keywords } = plan.schemas.flat(member);
    for (const each of Array.isArray(keywords['enum']) ? keywords['enum'] : [])
      for (const body of [value, full]) bodies.push(variants.with(adds, { value: body, name, member: each }));
  }
  const accepted: unknown[] = [];
  for (const body of bodies.filter((each) => each !== undefined).slice(0, mostItems)) {
    const record = session.shown.known(resource).find((each) => session.shown.keyOf(each) === String(key));
    const step = await perform(session, adds, { record: isObject(record) ? record : {}, key, body });
    if (step.status < 300) accepted.push(getMember(body, adds.sent.join('.')));
  }
  return accepted;
}
