import { isJsonNumber, isObject, membersOf, readNumber } from '@understudy/contract';
import { getMember, type OperationPlan } from '@understudy/model';
import { wrongValue } from './compare-entities.js';
import { expectUnlisted, refuse, selects } from './expect-state.js';
import { largestPage, listPages } from './list-pages.js';
import type { StateProperty, StateSession } from './state-session.js';
import type { StateStep, Violation } from './state-step.js';

/** Properties of lists, by id. */
export const listProperties: Readonly<Record<string, StateProperty>> = {
  async 'page-size-is-honored'(session) {
    const list = session.operation('list');
    const size = list?.list?.size;
    if (list === undefined || size === undefined || selects(session, list, {})) return undefined;
    for (let count = 0; count < 3; count += 1) await session.create();
    const least = leastOf(list, size);
    for (const limit of [least, least + 1]) {
      const step = await session.call(list, { query: { [size]: String(limit) } });
      const items = session.shownIn(step);
      if (step.status >= 300 || !Array.isArray(items) || items.length <= limit) continue;
      const parts = [`$response.body#/${[...list.wrapped, limit].join('/')}`];
      const expected = { parts, operator: '==', value: null } as const;
      return { step, says: `a page has ${items.length} entities although ${size} is ${limit}`, expected };
    }
    return undefined;
  },

  async 'total-agrees'(session) {
    const list = session.operation('list');
    if (list === undefined || selects(session, list, {})) return undefined;
    await session.create();
    const before = await countPages(session, list);
    const size = list.list?.size;
    const small =
      size === undefined ? undefined : await session.call(list, { query: { [size]: String(leastOf(list, size)) } });
    const after = await countPages(session, list);
    // Other clients can create entities at the same time.
    if (before === undefined || after === undefined || before.count !== after.count)
      return session.cannot('the list has too many entities, or they change');
    const { count, step, total } = after;
    if (total === undefined) return session.cannot('the list shows no total');
    const ofOne = small && small.status < 300 ? totalOf(small) : undefined;
    const wrong = [
      { step, total },
      { step: small, total: ofOne },
    ].find((each) => each.total !== undefined && each.total.value !== count);
    if (wrong?.step === undefined || wrong.total === undefined) return undefined;
    const { name, value, part } = wrong.total;
    const says = `${name} is ${value}, but the pages have ${count} entities`;
    return { step: wrong.step, says, expected: { parts: [part], operator: '==', value: count } };
  },

  async 'deleted-is-not-listed'(session) {
    const [list, remove] = [session.operation('list'), session.operation('delete')];
    if (list === undefined || remove === undefined || session.resource.marksDeleted === true) return undefined;
    const created = selects(session, list, {}) ? undefined : await session.create();
    if (created === undefined) return undefined;
    const removed = await session.call(remove, { key: created.key });
    if (removed.status >= 300 || removed.status === 202) return session.cannot('no deletion was accepted');
    return await expectUnlisted(session, list, created, 'the list still contains a deleted entity');
  },

  async 'deleted-twice'(session) {
    const remove = session.operation('delete');
    const created = remove && (await session.create());
    if (created === undefined || remove === undefined) return undefined;
    const removed = await session.call(remove, { key: created.key });
    if (removed.status >= 300 || removed.status === 202) return session.cannot('no deletion was accepted');
    // A server error in the second request is also a violation.
    const again = await session.call(remove, { key: created.key });
    const isDescribed = remove.responses.some(({ key }) => key === '404');
    if (again.status >= 300 || again.status === 202 || !isDescribed) return undefined;
    const [read, list] = [session.operation('read'), session.operation('list')];
    const gone = read && (await session.call(read, { key: created.key }));
    const isUnlisted = async () =>
      list !== undefined && (await expectUnlisted(session, list, created, 'it is listed')) === undefined;
    const isGone = gone === undefined ? await isUnlisted() : gone.status === 404;
    const unknown = await session.call(remove, { key: unknownLike(session, created.key) });
    return isGone && unknown.status === 404
      ? refuse(again, 'a second DELETE is accepted, but one of an unknown entity is not')
      : undefined;
  },

  async 'update-leaves-neighbors'(session) {
    const list = session.operation('list');
    const update = session.operation('update') ?? session.operation('replace');
    if (list === undefined || update === undefined || selects(session, list, {})) return undefined;
    const [neighbor, created] = [await session.create(), await session.create()];
    if (neighbor === undefined || created === undefined) return undefined;
    const before = listIn(session, await session.call(list));
    const fresh = session.context.variants.body(created.creates);
    const { properties } = session.context.variants.sentMembers(update);
    const sent = Object.fromEntries(
      Object.entries(membersOf(getMember(fresh, created.creates.sent.join('.')))).filter(([name]) =>
        properties.has(name),
      ),
    );
    const body = update.sent.reduceRight<unknown>((inner, name) => ({ [name]: inner }), sent);
    const changed = await session.call(update, { key: created.key, body });
    if (changed.status >= 300 || changed.status === 202) return session.cannot('no update was accepted');
    const step = await session.call(list);
    for (const [index, item] of listIn(session, step).entries()) {
      const key = getMember(item, session.resource.key ?? '');
      const old = before.find((each) => session.isEntity(each, key));
      if (old === undefined || session.isEntity(item, created.key)) continue;
      const name = Object.keys(sent).find(
        (each) =>
          (isTelling(sent[each]) || Number(sent[each]) > 1) &&
          isSelected(getMember(item, each), sent[each]) &&
          !isSelected(getMember(old, each), sent[each]),
      );
      if (name === undefined) continue;
      const says = `an update of one entity also changes another one: ${name}`;
      return wrongValue(step, says, [index, name], getMember(old, name));
    }
    return undefined;
  },

  async 'replaced-as-a-whole'(session) {
    const [read, replace] = [session.operation('read'), session.operation('replace')];
    const created = read && replace && (await session.create());
    if (created === undefined || read === undefined || replace === undefined) return undefined;
    const bodies = session.context.variants.withAndWithout(replace, created.body);
    if (bodies === undefined) return session.cannot('all members are required');
    const { values, more, less } = bodies;
    const shownIn = (step: StateStep) =>
      Object.keys(values).filter((name) => isSelected(getMember(session.shownIn(step), name), values[name]));
    const added = await session.call(replace, { key: created.key, body: more });
    if (added.status >= 300 || added.status === 202) return session.cannot('no replacement was accepted');
    const before = shownIn(await session.call(read, { key: created.key }));
    const replaced = await session.call(replace, { key: created.key, body: less });
    if (replaced.status >= 300 || replaced.status === 202) return session.cannot('no replacement was accepted');
    const step = await session.call(read, { key: created.key });
    const name = shownIn(step).find((each) => before.includes(each));
    if (name === undefined) return undefined;
    const says = `${replace.operation.method} keeps a member that was left out: ${name}`;
    return wrongValue(step, says, [name], values[name], '!=');
  },
};

/** Returns an unused key that has the same form as a known key. */
function unknownLike({ context: { variants } }: StateSession, key: unknown): unknown {
  if (isJsonNumber(key)) return 987_654_321;
  return /^[0-9a-f]{8}-/i.test(String(key)) ? variants.uuid() : `${String(key).slice(0, -1)}x9`;
}

function listIn(session: StateSession, step: StateStep): unknown[] {
  const items = session.shownIn(step);
  return Array.isArray(items) ? items : [];
}

/** True if a value is unlikely to occur by accident. */
function isTelling(value: unknown): boolean {
  return typeof value === 'string'
    ? value.length > 3
    : isJsonNumber(value) && Math.abs(readNumber(String(value)) as number) > 10;
}

/** True if a value equals the requested one or contains its text. */
function isSelected(value: unknown, asked: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => isSelected(each, asked));
  return String(value).toLowerCase().includes(String(asked).toLowerCase());
}

/** Returns the smallest page size that a list describes. */
export function leastOf({ operation }: OperationPlan, size: string): number {
  const { minimum = 1 }: { minimum?: unknown } = membersOf(
    operation.parameters.find(({ name }) => name === size)?.schema,
  );
  return Math.max(1, Number(minimum) || 1);
}

interface Total {
  readonly name: string;
  readonly part: string;
  readonly value: number;
}

/** Counts the entities on all pages. Undefined if there are too many, or the list does not show all. */
async function countPages(
  session: StateSession,
  list: OperationPlan,
): Promise<{ count: number; step: StateStep; total: Total | undefined } | undefined> {
  let count = 0;
  let first: StateStep | undefined;
  for await (const { step, items, isLast } of listPages(session, list)) {
    first ??= step;
    count += items.length;
    if (isLast) return { count, step: first, total: totalOf(first) };
  }
  return undefined;
}

/** Returns the total number of entities that a list states. */
export function totalOf({ headers, body }: StateStep): Total | undefined {
  const header = headers['x-total-count'];
  const inBody = isObject(body) ? findTotal(body, '') : undefined;
  if (inBody !== undefined) return inBody;
  return header === undefined || !/^\d+$/.test(header)
    ? undefined
    : { name: 'X-Total-Count', part: '$response.header.X-Total-Count', value: Number(header) };
}

function findTotal(body: Readonly<Record<string, unknown>>, pointer: string): Total | undefined {
  for (const [name, value] of Object.entries(body)) {
    const at = `${pointer}/${name}`;
    if (/^total(?:_?(?:count|items|results|elements|records))?$/i.test(name) && Number.isInteger(value))
      return { name, part: `$response.body#${at}`, value: Number(value) };
    const inner = pointer === '' && isObject(value) ? findTotal(value, at) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** The number of records in a list, as far as its first page states it. */
interface ListCount {
  readonly count: number;
  readonly step: StateStep;
}

export async function countLists(session: StateSession): Promise<Map<string, ListCount>> {
  const counts = new Map<string, ListCount>();
  for (const resource of session.context.plan.resources.values()) {
    const list = session.operation('list', resource);
    if (list === undefined || list.operation.path.includes('{') || selects(session, list, {})) continue;
    const step = await session.call(list, { query: largestPage(list) });
    counts.set(resource.name, { count: totalOf(step)?.value ?? listIn(session, step).length, step });
  }
  return counts;
}

/** Returns the violation if each of two rejected requests added a record to a list. */
export function findGrowth(counts: readonly (ListCount | undefined)[], says: string): Violation | undefined {
  const [first, second, third] = counts;
  if (first === undefined || third === undefined) return undefined;
  if (second?.count !== first.count + 1 || third.count !== first.count + 2) return undefined;
  const { step } = third;
  const part = totalOf(step)?.part;
  return part === undefined
    ? wrongValue(step, says, [first.count], null)
    : { step, says, expected: { parts: [part], operator: '==', value: first.count } };
}
