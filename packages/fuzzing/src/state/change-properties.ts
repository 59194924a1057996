import { decodePercent, isObject, membersOf } from '@understudy/contract';
import { getMember, type OperationPlan } from '@understudy/model';
import { resolveUrl } from '../judge-request.js';
import { changeBody, findDifference, wrongValue } from './compare-entities.js';
import { refuse, selects } from './expect-state.js';
import { largestPage } from './list-pages.js';
import { countLists, findGrowth } from './list-properties.js';
import type { StateProperty, StateSession } from './state-session.js';
import { type StateStep, WrongResponse } from './state-step.js';

/** Properties of changes, including rejected ones, by id. */
export const changeProperties: Readonly<Record<string, StateProperty>> = {
  async 'update-is-listed'(session) {
    const [list, update] = [session.operation('list'), session.operation('update')];
    if (list === undefined || update === undefined || selects(session, list, {})) return undefined;
    const created = await session.create();
    const query = largestPage(list);
    const before = created && (await session.call(list, { query }));
    const [, item] = (created && before && itemOf(session, before, created.key)) ?? [];
    if (created === undefined || before === undefined || item === undefined) return undefined;
    const change = changeBody(session, { plan: update, created, before: created.step, most: 1 });
    if (change === undefined) return session.cannot('no shown member can be changed');
    const changed = await session.call(update, { key: created.key, body: change.body, isExact: true });
    if (changed.status >= 300 || changed.status === 202) return session.cannot('no update was accepted');
    const after = await session.call(list, { query });
    const [index, now] = itemOf(session, after, created.key) ?? [];
    const [name] = Object.keys(change.values).filter((each) => getMember(item, each) === getMember(now, each));
    if (index === undefined || name === undefined || getMember(item, name) === undefined) return undefined;
    if (getMember(now, name) === change.values[name]) return undefined;
    return wrongValue(after, `the list shows an old value of ${name}`, [index, name], change.values[name]);
  },

  async 'null-clears'(session) {
    const [read, update] = [session.operation('read'), session.operation('update')];
    const { variants, plan } = session.context;
    const created = read && update && (await session.create({ complete: variants.withAll }));
    if (created === undefined || read === undefined || update === undefined) return undefined;
    const before = await session.call(read, { key: created.key });
    const shown = membersOf(session.shownIn(before));
    for (const [name, schema] of variants.sentMembers(update).properties) {
      const isShown = shown[name] !== undefined && shown[name] !== null;
      if (!isShown || !plan.schemas.flat(schema).nullable) continue;
      const body = update.sent.reduceRight<unknown>((inner, part) => ({ [part]: inner }), { [name]: null });
      if (!variants.isValid(update, body)) continue;
      const changed = await session.call(update, { key: created.key, body, isExact: true });
      if (changed.status >= 300 || changed.status === 202) continue;
      const after = await session.call(read, { key: created.key });
      const value = getMember(session.shownIn(after), name);
      if (value === shown[name]) return wrongValue(after, `null does not clear ${name}`, [name], null);
      return undefined;
    }
    return session.cannot('no member can be cleared');
  },

  async 'refusal-changes-nothing'(session) {
    const [read, update] = [session.operation('read'), session.operation('update')];
    const created = read && update && (await session.create());
    if (created === undefined || read === undefined || update === undefined) return undefined;
    const before = await session.call(read, { key: created.key });
    const [change, wrong] =
      [mostValid, 1]
        .map((most) => changeBody(session, { plan: update, created, before, most }))
        .map((each) => [each, each && withWrongMember(session, update, each.body)] as const)
        .find(([, bodies]) => bodies !== undefined && bodies.length > 0) ?? [];
    if (change === undefined || wrong === undefined) return session.cannot('no invalid update is known');
    let isRefused = false;
    for (const body of wrong) {
      const refused = await sendWrong(session, update, { key: created.key, body, before });
      if (refused.status < 300) return session.cannot('an invalid update was accepted');
      if (refused.status < 400 || refused.status >= 500) continue;
      isRefused = true;
      const step = await session.call(read, { key: created.key });
      const sent = membersOf(session.shownIn(before));
      const only = Object.keys(change.values);
      const difference = findDifference(session, { step, sent, only, says: 'a refused update changes' });
      if (difference !== undefined) return difference;
    }
    return isRefused ? undefined : session.cannot('no update was refused');
  },

  async 'refused-creation-adds-nothing'(session) {
    const [list, creates] = [session.operation('list'), session.operation('create')];
    if (list === undefined || creates === undefined || selects(session, list, {})) return undefined;
    const created = await session.create();
    if (created === undefined) return undefined;
    const counts = [await countLists(session)];
    for (let turn = 0; turn < 2; turn += 1) {
      const step = await session.call(creates, { body: created.body, isExact: true });
      if (step.status !== 409) return session.cannot('a repeated creation is not refused');
      counts.push(await countLists(session));
    }
    const ofList = counts.map((each) => each.get(session.resource.name));
    return findGrowth(ofList, 'a creation was refused, but the list has one more');
  },

  async 'location-is-served'(session) {
    const { contract, options } = session.context;
    const created = session.operation('read') && (await session.create());
    const { location } = created?.step.headers ?? {};
    if (created === undefined || location === undefined) return undefined;
    // It can be the address of another record, such as a job.
    if (!(decodePercent(location) ?? location).includes(String(created.key))) return undefined;
    const { creates, step } = created;
    const base = resolveUrl(options, creates.operation);
    const segments = URL.canParse(location, base) ? new URL(location, base).pathname.split('/').slice(1) : [];
    // The path can start with the server's base path.
    const paths = segments.slice(0, mostSegments).map((_segment, index) => `/${segments.slice(index).join('/')}`);
    if (paths.some((path) => contract.match('GET', path).kind === 'operation')) return undefined;
    return {
      step,
      says: `Location is ${location}, which no operation serves`,
      expected: { parts: ['$response.header.Location'], operator: '!=', value: location },
    };
  },

  async 'keys-are-distinct'(session) {
    const [read, remove] = [session.operation('read'), session.operation('delete')];
    const older = read && remove && (await session.create());
    const kept = older && (await session.create());
    if (older === undefined || kept === undefined || read === undefined || remove === undefined) return undefined;
    const removed = await session.call(remove, { key: older.key });
    if (removed.status >= 300 || removed.status === 202) return session.cannot('no deletion was accepted');
    const fresh = await session.create();
    if (fresh === undefined || String(fresh.key) !== String(kept.key)) return undefined;
    return wrongValue(
      fresh.step,
      'a new entity gets the key of another one',
      [session.resource.key ?? ''],
      kept.key,
      '!=',
    );
  },

  async 'item-is-below-its-own'(session) {
    const uses = (['read', 'update', 'replace', 'delete'] as const).flatMap((does) => session.operation(does) ?? []);
    const above = uses[0]?.through.at(-1)?.resource;
    if (above === undefined || above === session.resource) return undefined;
    const created = await session.create();
    if (created?.creates.through.at(-1)?.resource !== above) return undefined;
    const other = await session.create({ resource: above });
    if (other === undefined) return undefined;
    session.use(above, other.key);
    for (const used of uses) {
      const isSent = used.does === 'update' || used.does === 'replace';
      const change = isSent ? changeBody(session, { plan: used, created, before: created.step, most: 1 }) : undefined;
      if (used.key === undefined || (isSent && change === undefined)) continue;
      const body = isSent ? { body: change?.body, isExact: true } : {};
      const step = await session.call(used, { key: created.key, ...body });
      // Keys can be numbered per parent, so that another parent has an entity with the same key.
      const isFound =
        used.does === 'delete'
          ? !/^\d+$/.test(String(created.key))
          : session.isEntity(session.shownIn(step), created.key);
      if (step.status < 300 && isFound) return refuse(step, 'an entity is found below another one than its own');
    }
    return undefined;
  },
};

/** Sends an invalid update. If it is accepted, the earlier values of its members are restored. */
async function sendWrong(
  session: StateSession,
  update: OperationPlan,
  { key, body, before }: { readonly key: unknown; readonly body: unknown; readonly before: StateStep },
): Promise<StateStep> {
  const step = await session.call(update, { key, body, isExact: true }).catch((error: unknown) => {
    if (error instanceof WrongResponse) return error.step;
    throw error;
  });
  if (step.status >= 300) return step;
  const shown = membersOf(session.shownIn(before));
  const sent = Object.keys(membersOf(getMember(body, update.sent.join('.'))));
  const earlier = Object.fromEntries(sent.map((name) => [name, shown[name] ?? null]));
  const restored = update.sent.reduceRight<unknown>((inner, name) => ({ [name]: inner }), earlier);
  await session.call(update, { key, body: restored, isExact: true }).catch(() => {});
  return step;
}

/** Returns the index and the item of an entity in a list. */
function itemOf(session: StateSession, step: StateStep, key: unknown): readonly [number, unknown] | undefined {
  const shown = session.shownIn(step);
  const items: unknown[] = Array.isArray(shown) ? shown : [];
  const index = items.findIndex((item) => session.isEntity(item, key));
  return index < 0 ? undefined : [index, items[index]];
}

/** Maximum number of path segments of an address that are used. */
const mostSegments = 40;

const mostWrong = 6;
const mostValid = 3;

/** Returns bodies with one additional invalid member. */
function withWrongMember(session: StateSession, update: OperationPlan, body: unknown): unknown[] {
  const { variants } = session.context;
  const inner = getMember(body, update.sent.join('.'));
  const own = update.sent.length === 0 ? body : inner;
  if (!isObject(own)) return [];
  const others = [...variants.sentMembers(update).properties.keys()].filter((name) => !Object.hasOwn(own, name));
  // Servers validate formats, limits and types in different places.
  return ['understudy unknown', '', -987_654, { understudy: 1 }]
    .flatMap((value) => others.map((name) => ({ ...own, [name]: value })))
    .map((entity) => update.sent.reduceRight<unknown>((part, name) => ({ [name]: part }), entity))
    .filter((each) => !variants.isValid(update, each))
    .filter((_body, index, all) => index % Math.ceil(all.length / mostWrong) === 0);
}
