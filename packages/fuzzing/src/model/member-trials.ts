import { isObject } from '@understudy/contract';
import { draftValue } from '@understudy/described';
import {
  type ApiPlan,
  type CompiledResource,
  type ComputedMember,
  compileExpression,
  getMember,
  type MemberLocation,
  mapLeaves,
  type OperationPlan,
  type Resource,
} from '@understudy/model';
import { changeBody, wrongValue } from '../state/compare-entities.js';
import type { StateSession } from '../state/state-session.js';
import type { CreatedEntity, StateStep, Violation } from '../state/state-step.js';
import type { Trial } from '../state/trial.js';
import { agrees, evaluate, membersIn, resourceNamed } from './evaluate.js';
import { giveRelated } from './give-related.js';
import { trialOf } from './trial-of.js';

/** Returns the trials of the values of members. */
export function memberTrials(plan: ApiPlan, behavior: CompiledResource, resource: Resource): Trial[] {
  const at = (path: Pick<MemberLocation, 'list' | 'names'>, ...rest: string[]) => [
    ...['resources', resource.name, 'members'],
    `${path.list === undefined ? '' : `${path.list.join('.')}[].`}${path.names.join('.')}`,
    ...rest,
  ];
  const name = (path: MemberLocation) => at(path).at(-1) ?? '';
  return [
    ...[...behavior.local, ...behavior.live].map((member) =>
      trialOf(plan, at(member.path, 'value'), {
        resource,
        says: `${resource.name}: ${name(member.path)} is ${member.expression.text}`,
        property: (session) => tryValue(session, member),
      }),
    ),
    ...(behavior.stamped.get('create') ?? []).map((member) =>
      trialOf(plan, at(member.path, 'value'), {
        resource,
        says: `${resource.name}: a new one has ${name(member.path)} ${member.expression.text}`,
        property: (session) => tryStamp(session, member),
      }),
    ),
    ...(behavior.stamped.get('create') ?? []).flatMap(({ path, expression }) =>
      expression.text !== 'now' || !/creat/i.test(name(path))
        ? []
        : [
            trialOf(plan, at(path, 'on'), {
              resource,
              says: `${resource.name}: an update leaves ${name(path)} alone`,
              isStated: true,
              property: (session) => tryFrozen(session, path),
            }),
          ],
    ),
    ...(behavior.stamped.get('change') ?? []).flatMap(({ path, expression }) =>
      expression.text !== 'now' || path.list !== undefined
        ? []
        : [
            trialOf(plan, at(path, 'on'), {
              resource,
              says: `${resource.name}: an update sets ${name(path)}`,
              isStated: true,
              property: (session) => tryMoved(session, path),
            }),
          ],
    ),
    ...behavior.hidden.map((path) =>
      trialOf(plan, at(path, 'hidden'), {
        resource,
        says: `${resource.name}: no response shows ${name(path)}`,
        property: (session) => tryHidden(session, path),
      }),
    ),
    ...[...defaultsOf(plan, behavior, resource)].map(([member, value]) =>
      trialOf(plan, at({ names: [member] }, 'default'), {
        resource,
        says: `${resource.name}: without ${member} it is ${String(value)}`,
        isStated: true,
        property: (session) => tryDefault(session, member, value),
      }),
    ),
  ];
}

/** Returns the defaults in the model and in request schemas, if they are plain values. */
function defaultsOf(plan: ApiPlan, { statement }: CompiledResource, resource: Resource): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, schema] of resource.writable) {
    const { default: value } = plan.schemas.flat(schema).keywords;
    if (['string', 'number', 'boolean'].includes(typeof value)) found.set(name, value);
  }
  for (const [name, { default: value }] of Object.entries(statement.members ?? {}))
    if (['string', 'number', 'boolean'].includes(typeof value) && !String(value).startsWith('='))
      found.set(name, value);
  return found;
}

async function tryValue(session: StateSession, member: ComputedMember): Promise<Violation | undefined> {
  const { resource } = session;
  const { path, expression } = member;
  const lists = membersIn(expression.text);
  const others = [...expression.uses.resources].flatMap((name) => resourceNamed(session, name) ?? []);
  const related = others.filter((each) => each !== resource);
  // Uses a new entity for each change, because a later change can hide that an earlier one was not counted.
  const entities: CreatedEntity[] = [];
  for (const isRemoved of related.length > 0 ? [true, false] : [false]) {
    const created = await session.create({ complete: (creates, body) => withItems(session, creates, { body, lists }) });
    if (created === undefined) continue;
    entities.push(created);
    await giveRelated(session, created, { related, isRemoved, path });
  }
  const steps = new Map<string, StateStep>();
  await session.readAll(resource);
  for (const used of related) await session.readAll(used);
  for (const { key } of entities) {
    session.use(resource, key);
    for (const used of related) await session.readAll(used);
    const own = await session.readOne(resource, key);
    if (own !== undefined) steps.set(String(key), own.step);
  }
  let compared = 0;
  const reversed = compileExpression(expression.text.replaceAll('.first()', '.last()'));
  for (const record of session.shown.known(resource)) {
    for (const { item, at } of itemsAt(record, path)) {
      const values = { self: record, ...(path.list === undefined ? {} : { item }) };
      const expected = evaluate(session, expression, values);
      const shown = getMember(item, path.names.join('.'));
      const isRight = agrees(session, expected, shown);
      // The server can use a value from the request instead.
      const wasSent = session.context.sent.has(`${path.names.at(-1)}=${String(shown)}`);
      if (isRight === undefined || (wasSent && !isRight)) continue;
      // The server decides which of several records is the first.
      if (!isRight && agrees(session, evaluate(session, reversed, values), shown) === true) continue;
      // A matching sum of 0 proves nothing, because it can be the sum of no records.
      if (expected !== 0 || !isRight) compared += 1;
      if (isRight) continue;
      const step = steps.get(session.shown.keyOf(record) ?? '') ?? session.steps.findLast(showsRecord(session, record));
      if (step === undefined) continue;
      const place = [...at, ...path.names];
      const says = `${place.join('.')} is ${String(shown)}, but ${expression.text} is ${String(expected)}`;
      return wrongValue(step, says, place, expected);
    }
  }
  return compared === 0 ? session.cannot('no record shows what it is computed from') : undefined;
}

/** Returns a body with two items in each of the given lists. */
function withItems(
  session: StateSession,
  creates: OperationPlan,
  { body, lists }: { readonly body: unknown; readonly lists: readonly string[] },
): unknown {
  const { plan, variants } = session.context;
  let whole = body;
  for (const [name, schema] of session.resource.writable) {
    const { items, types } = plan.schemas.chosen(schema);
    if (!lists.includes(name) || !types.includes('array')) continue;
    const item = draftValue(plan.schemas, items ?? {}, name);
    const filled = [3.5, 8].map((number) => mapLeaves(item, (leaf) => (leaf === 0 ? number : leaf)));
    const plain = [item, item];
    whole =
      variants.with(creates, { value: whole, name, member: filled }) ??
      variants.with(creates, { value: whole, name, member: plain }) ??
      whole;
  }
  return whole;
}

function showsRecord({ shown }: StateSession, record: unknown) {
  return (step: StateStep) => {
    const inner = getMember(step.body, step.planned.plan.wrapped.join('.'));
    const records = Array.isArray(inner) ? inner : [inner];
    return records.some((each) => each === record || shown.keyOf(each) === shown.keyOf(record));
  };
}

function itemsAt(record: unknown, { list }: MemberLocation): { item: unknown; at: (string | number)[] }[] {
  if (list === undefined) return [{ item: record, at: [] }];
  const items = getMember(record, list.join('.'));
  return Array.isArray(items) ? items.map((item, index) => ({ item, at: [...list, index] })) : [];
}

async function tryStamp(
  session: StateSession,
  { path, expression, given }: ComputedMember,
): Promise<Violation | undefined> {
  const { resource, shown } = session;
  const name = path.names.join('.');
  for (const used of expression.uses.resources) {
    const other = resourceNamed(session, used);
    if (other !== undefined) await session.readAll(other);
  }
  const created = await session.create();
  if (created === undefined || path.list !== undefined) return undefined;
  if (given && getMember(created.entity, name) !== undefined) return session.cannot('the request gives the value');
  const record = session.shownIn(created.step);
  if (!isObject(record)) return undefined;
  shown.place(record, resource, String(created.key));
  const expected = evaluate(session, expression, { self: record });
  const isRight = agrees(session, expected, getMember(record, name));
  if (isRight === undefined) return session.cannot('the response does not show it');
  const says = `${name} of a new entity is ${String(getMember(record, name))}, but ${expression.text} is ${String(expected)}`;
  return isRight ? undefined : wrongValue(created.step, says, path.names, expected);
}

/** Tries that the creation time of a record does not change. */
async function tryFrozen(session: StateSession, { names }: MemberLocation): Promise<Violation | undefined> {
  const [before, step] = await readUpdates(session, 1);
  if (before === undefined || step === undefined) return undefined;
  const [old, now] = [before, step].map((each) => getMember(session.shownIn(each), names.join('.')));
  if (old === undefined || old === null || now === old) return undefined;
  return wrongValue(step, `an update also changes ${names.join('.')}`, names, old);
}

/** Tries that the time of the last change advances. Two updates take longer than the unit of the clock. */
async function tryMoved(session: StateSession, { names }: MemberLocation): Promise<Violation | undefined> {
  const steps = await readUpdates(session, 2);
  const times = steps.map((each) => String(getMember(session.shownIn(each), names.join('.'))));
  const [step, last] = [steps.at(-1), times.at(-1) ?? ''];
  if (step === undefined || steps.length < 3 || new Set(times).size > 1) return undefined;
  if (!/\.\d*[1-9]/.test(last)) return session.cannot('its times are whole seconds');
  return wrongValue(step, `an update leaves ${names.join('.')} alone`, names, last, '!=');
}

/** Reads a new record before and after each of several updates. Empty if one is rejected. */
async function readUpdates(session: StateSession, times: number): Promise<StateStep[]> {
  const [read, update] = [session.operation('read'), session.operation('update') ?? session.operation('replace')];
  const created = read && update && (await session.create());
  if (read === undefined || update === undefined || created === undefined) return [];
  const steps = [await session.call(read, { key: created.key })];
  for (let time = 0; time < times; time += 1) {
    const before = steps.at(-1);
    const change = before && changeBody(session, { plan: update, created, before, most: 1 });
    if (change === undefined) return [];
    const changed = await session.call(update, { key: created.key, body: change.body, isExact: true });
    if (changed.status >= 300 || changed.status === 202) return [];
    steps.push(await session.call(read, { key: created.key }));
  }
  return steps;
}

async function tryHidden(session: StateSession, { names }: MemberLocation): Promise<Violation | undefined> {
  const created = await session.create();
  if (created === undefined) return undefined;
  await session.readOne(session.resource, created.key);
  const list = session.operation('list');
  if (list !== undefined) await session.call(list);
  for (const step of session.steps) {
    const shown = session.shownIn(step);
    const records = Array.isArray(shown) ? shown : [shown];
    const index = records.findIndex((record) => (getMember(record, names.join('.')) ?? null) !== null);
    if (index < 0) continue;
    return wrongValue(step, `${names.join('.')} is shown`, [...(Array.isArray(shown) ? [index] : []), ...names], null);
  }
  return undefined;
}

async function tryDefault(session: StateSession, name: string, value: unknown): Promise<Violation | undefined> {
  session.context.variants.omitted.add(name);
  const created = await session.create();
  session.context.variants.omitted.delete(name);
  if (created === undefined) return undefined;
  if (getMember(created.entity, name) !== undefined) return session.cannot('the member is required');
  const shown = getMember(session.shownIn(created.step), name);
  if (shown === undefined) return session.cannot('the response does not show it');
  if (agrees(session, value, shown) !== false) return undefined;
  return wrongValue(created.step, `${name} was left out and is ${String(shown)}`, [name], value);
}
