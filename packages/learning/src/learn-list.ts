import { isSecretPosition, toKeyText, valuesByPosition } from '@understudy/described';
import type { ListPlan } from '@understudy/model';
import { groupBy } from './count-values.js';
import { extractConditions } from './extract-conditions.js';
import { type KnownList, type Made, pageOf, selectMadeValues } from './known-list.js';
import type { Observation } from './observe-recording.js';
import { listKnownFields, readKnownMember } from './value-at.js';

/** An item of a recorded list, with the known value that it represents. */
interface ShownItem {
  readonly value: unknown;
  readonly made: Made;
}

/** A response list that contains what earlier requests created. */
export interface LearntList {
  readonly list: KnownList;
  readonly items: ReadonlyMap<Observation, readonly ShownItem[]>;
  /** Number of recorded lists that match the rule exactly, in order, and number of all lists. */
  readonly held: number;
  readonly all: number;
}

/** Minimum shares: of items with a known value, of agreement with the rule, and of exact matches. */
const [mostlyKnown, mostlyRight, mostlyExact] = [0.6, 0.6, 0.9];
/** Maximum number of observations to test rules on. */
const mostTried = 60;

interface Shown {
  readonly of: Observation;
  readonly keys: readonly string[];
}

/**
 * Learns which known values the list at a position contains. If a parameter such as `direction=sent` affects the list,
 * each of its values gets its own rule.
 */
export function learnLists(
  observations: readonly Observation[],
  read: (of: Observation) => unknown,
  plan: ListPlan | undefined,
): readonly LearntList[] {
  const whole = learnList(observations, read, plan);
  if (whole !== undefined && whole.held > whole.all * mostlyExact) return [whole];
  const right = (lists: readonly LearntList[]) => lists.reduce((sum, { held }) => sum + held, 0);
  let best = whole === undefined ? [] : [whole];
  for (const position of new Set(observations.flatMap(({ request }) => [...request.keys()]))) {
    if (!position.startsWith('query.')) continue;
    const values = groupBy(observations, ({ request }) => request.get(position)?.[0]);
    const often = [...values.values()].filter((own) => own.length > 1);
    if (often.length < 2 || values.size > 5) continue;
    const lists = [...values.values()].flatMap((own) => learnList(own, read, plan) ?? []);
    if (right(lists) > right(best) + 1) best = lists;
  }
  return best;
}

function learnList(
  observations: readonly Observation[],
  read: (of: Observation) => unknown,
  plan: ListPlan | undefined,
): LearntList | undefined {
  const lists = observations.flatMap((of) => {
    const value = read(of);
    return Array.isArray(value) && of.exchange.entry.status < 400
      ? [{ of, value: value.slice(0, 200) as unknown[] }]
      : [];
  });
  const isObjects = lists.every(({ value }) => value.every((item) => typeof item === 'object' && item !== null));
  const count = lists.reduce((sum, { value }) => sum + value.length, 0);
  if (!isObjects || count === 0) return undefined;
  const named = lists.flatMap(({ of, value }) => value.map((item) => ({ of, item, names: namesIn(of, item) })));
  const sources = sourcesOf(named);
  const isKnown = named.filter(({ names }) => sources.some((source) => names.has(source))).length;
  if (isKnown < count * mostlyKnown) return undefined;
  const items = new Map(
    lists.map(({ of }) => [
      of,
      named.flatMap((each): ShownItem[] => {
        const made = each.names.get(sources.find((source) => each.names.has(source)) ?? '');
        return each.of === of && made !== undefined ? [{ value: each.item, made }] : [];
      }),
    ]),
  );
  const shown = lists.map(({ of }): Shown => ({ of, keys: (items.get(of) ?? []).map(({ made: [key] }) => key) }));
  const list = bestRule(shown.slice(0, mostTried), sources, plan);
  const held = shown.filter((each) => agreement(list, each) === 1).length;
  // A list of one entity more often contains the entity's own items than a filtered selection.
  const isOfEntity = lists.some(({ of }) => namesEntity(of));
  const isRight = isOfEntity
    ? held >= mostlyExact * shown.length && shown.length > 1 && !readSources(named, sources)
    : shown.reduce((sum, each) => sum + agreement(list, each), 0) >= mostlyRight * shown.length;
  return isRight ? { list, items, held, all: shown.length } : undefined;
}

/** Returns whether a request refers to an entity that the server created. */
function namesEntity({ request, known }: Observation): boolean {
  return [...request].some(
    ([position, [value]]) =>
      !isSecretPosition(position) && position !== 'target' && known.get(toKeyText(value) ?? '')?.made === true,
  );
}

interface NamedItem {
  readonly of: Observation;
  readonly names: ReadonlyMap<string, Made>;
}

/** Lists the operations that introduced the items, those that create first. Each item counts for one operation. */
function sourcesOf(named: readonly NamedItem[]): string[] {
  const totals = new Map<string, { count: number; rank: number; shown: Set<string> }>();
  for (const { of, names } of named)
    for (const [source, [key, { isRead, made: isMade, place }]] of names) {
      if (!isMade && !/^(?:path\.|body\.\w+$)/.test(place)) continue;
      const total = totals.get(source) ?? { count: 0, rank: rankOf(place, isRead, isMade), shown: new Set() };
      const shown = `${of.exchange.index} ${key}`;
      total.count += total.shown.has(shown) ? -1 : 1;
      totals.set(source, { ...total, shown: total.shown.add(shown) });
    }
  const ranked = [...totals].sort(([, one], [, other]) => one.rank - other.rank || other.count - one.count);
  const sources: string[] = [];
  let left = named;
  for (const [source, { count, rank }] of ranked) {
    const found = left.filter(({ names }) => names.has(source));
    const isOften = found.length >= Math.max(1, left.length * 0.2) && count >= found.length * 0.9;
    if (!isOften || sources.length > 3 || (rank > 1 && left.length <= named.length * (1 - mostlyKnown))) continue;
    sources.push(source);
    left = left.filter(({ names }) => !names.has(source));
  }
  return sources;
}

/** Returns whether all values of a list first appeared in the response to a read. */
function readSources(named: readonly NamedItem[], sources: readonly string[]): boolean {
  return named.every(({ names }) => sources.every((source) => names.get(source)?.[1].isRead !== false));
}

/** Ranks generated ids first, then names of owners, then names that clients choose. */
function rankOf(place: string, isRead: boolean, isMade: boolean): number {
  if (isRead) return 4;
  if (!isMade) return 3;
  return place.endsWith('.id') ? 0 : /^answer\.\w*(?:id|Id|key|Key)$/.test(place) ? 1 : 2;
}

/** Returns the known values in an item, by the operation and position that introduced them. Its own id comes first. */
function namesIn(of: Observation, item: unknown): Map<string, Made> {
  const known = new Map(of.made);
  const found = new Map<string, Made>();
  const own = [...valuesByPosition({ body: item }, 'item')].sort(
    ([one], [other]) => Number(other === 'item.id') - Number(one === 'item.id'),
  );
  for (const [position, [value]] of own) {
    const key = position.includes('*') ? undefined : toKeyText(value);
    const made = key === undefined ? undefined : known.get(key);
    if (key === undefined || made === undefined || of.isOwn(key)) continue;
    const source = `${made.from} ${made.place}`;
    if (!found.has(source)) found.set(source, [key, made]);
    // An item whose own id comes from a change represents only that record.
    if (position === 'item.id' && !made.isRead) break;
  }
  return found;
}

/** Adds parts to the rule, as long as each part improves agreement with the recorded lists. */
function bestRule(shown: readonly Shown[], made: readonly string[], plan: ListPlan | undefined): KnownList {
  const score = (list: KnownList) => shown.reduce((sum, each) => sum + agreement(list, each), 0);
  let best: KnownList = { made, ...pagesOf(plan) };
  let highest = score(best);
  for (;;) {
    const better = partsFor(best, shown, plan)
      .map((part) => ({ list: { ...best, ...part }, score: score({ ...best, ...part }) }))
      .sort((one, other) => other.score - one.score)[0];
    if (better === undefined || better.score <= highest + 0.04 * shown.length) break;
    best = better.list;
    highest = better.score;
  }
  // Filters by caller or path are likely, even if no recorded list proves them.
  const likely = partsFor(best, shown, plan).filter(
    ({ own, where = {} }) => own === true || /^(?:path|query)\./.test(Object.keys(where).at(-1) ?? ''),
  );
  for (const part of likely) {
    const list = { ...best, ...part, ...(part.where === undefined ? {} : { where: { ...part.where, ...best.where } }) };
    if (score(list) >= highest) best = list;
  }
  return best;
}

function pagesOf({ size, page, offset }: ListPlan = { filters: {} }): Partial<KnownList> {
  const position = (name: string | undefined, as: string) => (name === undefined ? {} : { [as]: `query.${name}` });
  return { ...position(size, 'size'), ...position(page, 'page'), ...position(offset, 'offset') };
}

function partsFor(list: KnownList, shown: readonly Shown[], plan: ListPlan | undefined): Partial<KnownList>[] {
  const parts: Partial<KnownList>[] = [{ own: true }, { newestFirst: true }];
  if (plan?.sort !== undefined) parts.push({ sort: `query.${plan.sort}` });
  const longest = Math.max(...shown.map(({ keys }) => keys.length));
  if (longest > 1) parts.push({ pageSize: longest });
  const all = shown.flatMap(({ of, keys }) => of.made.filter(([key]) => keys.includes(key)).map(([, known]) => known));
  const after = new Set(shown.flatMap(({ of }) => of.made.map(([, known]) => known.after)));
  for (const operation of after)
    if (all.every((known) => known.after !== operation)) parts.push({ without: [...(list.without ?? []), operation] });
  const known = all.slice(0, 50).flatMap(listKnownFields);
  const fields = new Set(known.filter((field) => field.startsWith('origin ') || !/^latest|\*/.test(field)));
  const requested = new Set(
    shown.flatMap(({ of }) => [...of.request.keys()].filter((position) => /^(?:path|query|headers)\./.test(position))),
  );
  const ofPages = [list.size, list.page, list.offset, plan?.sort === undefined ? undefined : `query.${plan.sort}`];
  for (const position of [...requested].filter((each) => !ofPages.includes(each)))
    for (const field of fields) {
      const isRight = shown.every(({ of, keys }) => {
        const [wanted] = of.request.get(position) ?? [];
        if (wanted === undefined || wanted === '') return true;
        const known = of.made.filter(([key]) => keys.includes(key));
        return known.every(([, each]) => String(readKnownMember(each, field)) === String(wanted));
      });
      if (isRight) parts.push({ where: { ...list.where, [position]: field } });
    }
  for (const field of fields)
    if (/(?:name|title|date|at|number|code|order|position|priority)$/i.test(field)) parts.push({ by: field });
  return parts;
}

/** Returns how well a rule predicts a list and its order, from 0 to 1. */
function agreement(list: KnownList, { of, keys }: Shown): number {
  const request = of.request;
  const selected = pageOf(selectMadeValues(list, of.made, { request, owner: of.owner }), list, request).map(
    ([key]) => key,
  );
  if (selected.length + keys.length === 0) return 1;
  const common = keys.filter((key) => selected.includes(key));
  const inOrder = keys.filter((key, index) => selected[index] === key).length;
  const longest = Math.max(keys.length, selected.length);
  return (common.length / (keys.length + selected.length - common.length) + inOrder / longest) / 2;
}

export function observeItem(of: Observation, { made: [key, known] }: ShownItem): Observation {
  const request = new Map([...of.request, ['item', [key]] as const]);
  const recall = (value: string) => (value === key ? known : of.known.get(value));
  const all = extractConditions(new Map([['item', [key]]]), {
    ...{ remembers: ['item'], recall, now: of.exchange.at, findings: [], links: new Map() },
  });
  // Conditions on the key string do not apply to the known facts about the item.
  const features = new Map(
    [...all].filter(([condition]) => condition.startsWith('item.') || condition.startsWith('now ')),
  );
  const message = { ...of.message, item: key };
  return { ...of, message, request, features, known: new Map([...of.known, [key, known]]), isNew: of.isOwn };
}
