import { isObject } from '@understudy/contract';
import { getMember, type OperationPlan, type Resource } from '@understudy/model';
import { shiftDate } from '../state/entity-variants.js';
import { endsSession } from '../state/known-user.js';
import type { StateSession } from '../state/state-session.js';
import { withRequiredOnly } from './candidates.js';
import { addItems, perform, performPrepared } from './perform.js';

/** Number of records per resource. */
const perResource = 4;
/** Maximum number of requests, so large descriptions are sampled. */
const mostRequests = 400;
/** Numbers that a server is unlikely to choose itself. */
const tellingNumbers = [37, 8.5, 120, 3, 1];

/**
 * Creates records before statements are tried: with different values, by different users, and in different states.
 * Often only a few of them reveal that a server breaks a rule.
 */
export async function populate(session: StateSession): Promise<void> {
  const { plan, users } = session.context;
  const owners = users.length === 0 ? [undefined] : users;
  const resources = [...plan.resources.values()].filter(({ kept, single }) => kept && !single);
  const keys = new Map<Resource, unknown[]>();
  for (let turn = 0; turn < perResource; turn += 1)
    for (const resource of resources) {
      if (session.steps.length > mostRequests) break;
      session.user = owners[turn % owners.length];
      const complete = (creates: OperationPlan, body: unknown) => vary(session, creates, { body, turn });
      const create = () => session.create({ resource, complete });
      const created = await quietly(turn % 2 === 0 ? withRequiredOnly(session, resource, create) : create());
      if (created !== undefined) keys.set(resource, [...(keys.get(resource) ?? []), created.key]);
    }
  [session.user] = users;
  for (const resource of resources) await quietly(session.readAll(resource));
  for (const [resource, [first, , third]] of keys)
    for (const key of [first, third]) if (key !== undefined) await quietly(addItems(session, resource, { key }));
  for (let round = 0; round < 2; round += 1) {
    let turn = round;
    for (const operation of plan.operations.values()) {
      const { resource, does, effects } = operation;
      if (resource === undefined || session.steps.length > 2 * mostRequests) continue;
      if (endsSession(plan, operation.operation)) continue;
      const own = keys.get(resource) ?? session.shown.known(resource).map((record) => session.shown.keyOf(record));
      const key = own[turn % Math.max(1, own.length)];
      if (key === undefined || session.context.options.isMeant?.(operation.operation) === false) continue;
      if (does === 'act' && effects?.list === undefined) {
        turn += 1;
        await quietly(performPrepared(session, operation, { record: recordOf(session, resource, key), key }));
      } else if (does === 'update' && round === 0) await flip(session, operation, own);
    }
  }
}

/** Ignores wrong responses, which only end a step here. Sequences report them. */
async function quietly<Result>(step: Promise<Result>): Promise<Result | undefined> {
  return await step.catch(() => undefined);
}

function recordOf({ shown }: StateSession, resource: Resource, key: unknown): Readonly<Record<string, unknown>> {
  return shown.known(resource).find((record) => shown.keyOf(record) === String(key)) ?? {};
}

/** Changes each flag and choice on two separate records. */
async function flip(session: StateSession, update: OperationPlan, keys: readonly unknown[]): Promise<void> {
  const { schemas } = session.context.plan;
  let turn = 0;
  for (const [name, member] of session.context.variants.sentMembers(update).properties)
    for (const key of [keys[turn % keys.length], keys[(turn + 1) % keys.length]]) {
      const { keywords, types } = schemas.chosen(member);
      const record = recordOf(session, update.resource as Resource, key);
      const old = getMember(record, name);
      const choices = Array.isArray(keywords['enum']) ? keywords['enum'].filter((each) => each !== old) : [];
      const body = { [name]: types.includes('boolean') ? old !== true : choices.at(-1) };
      if (body[name] === undefined || !session.context.variants.isValid(update, body)) continue;
      turn += 1;
      await quietly(perform(session, update, { record, key, body }));
    }
}

/** Returns a body whose values differ in each turn as far as the description allows. */
function vary(
  session: StateSession,
  creates: OperationPlan,
  { body, turn }: { readonly body: unknown; readonly turn: number },
): unknown {
  const { plan, variants } = session.context;
  const { references = [] } = plan.behavior.resources.get(creates.resource?.name ?? '') ?? {};
  const inner = getMember(body, creates.sent.join('.'));
  let dates = 0;
  let latest: string | undefined;
  let whole = body;
  for (const [name, schema] of creates.resource?.writable ?? []) {
    const value = isObject(inner) ? inner[name] : undefined;
    if (references.some(({ member }) => member.names[0] === name)) continue;
    const { keywords, types } = plan.schemas.chosen(schema);
    const isEnd = value === null && /^date/.test(String(keywords['format'])) && turn % 2 === 1;
    const moved = shiftDate(isEnd ? latest : value, 3 * turn * dates);
    if (moved !== undefined) {
      latest = moved;
      dates += 1;
    }
    const choices = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
    const isNumber = types.includes('number') || types.includes('integer');
    const candidates = [
      ...(moved === undefined ? [] : [moved]),
      ...(types.includes('boolean') ? [turn % 2 === 0] : []),
      ...(choices.length > 0 && value !== undefined ? [choices[turn % choices.length]] : []),
      ...(isNumber && variants.isComparable(name, 1) ? rotate(tellingNumbers, turn) : []),
    ];
    for (const member of candidates) {
      const changed = variants.with(creates, { value: whole, name, member });
      if (changed === undefined) continue;
      whole = changed;
      break;
    }
  }
  return whole;
}

function rotate<Item>(items: readonly Item[], by: number): readonly Item[] {
  return [...items.slice(by % items.length), ...items.slice(0, by % items.length)];
}
