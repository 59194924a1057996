import { isJsonNumber } from '@understudy/contract';
import { toKeyText } from '@understudy/described';
import { getMember, type ListPlan } from '@understudy/model';
import { termsOfCaller } from './caller-facts.js';
import { countValues } from './count-values.js';
import type { LearnedBehavior } from './learn-http-conventions.js';
import type { StoredList } from './record-story.js';
import { type StoredRecord, scalarsOf } from './record-use.js';
import { readMember, toLiteral } from './to-cel.js';

type Fields = Readonly<Record<string, unknown>>;

type LearnedList = Omit<LearnedBehavior, 'operation'>;

/** The comparisons to try for a parameter, and how to write them. */
const comparisons: Readonly<
  Record<string, { holds(member: unknown, value: string): boolean; write(member: string): string }>
> = {
  equal: {
    holds: (member, value) => toKeyText(member) === value || String(member) === value,
    write: (member) => `string(${member}) == string(value)`,
  },
  among: {
    holds: (member, value) => Array.isArray(member) && member.map(String).includes(value),
    write: (member) => `value in ${member}`,
  },
  least: {
    holds: (member, value) => isJsonNumber(member) && Number(member) >= Number(value),
    write: (member) => `${member} >= double(value)`,
  },
  most: {
    holds: (member, value) => isJsonNumber(member) && Number(member) <= Number(value),
    write: (member) => `${member} <= double(value)`,
  },
};

/** Learns the filters, the order and the pagination of a list of stored records. */
export function learnStoredLists(
  lists: readonly StoredList[],
  plan: ListPlan | undefined,
  under: Readonly<Record<string, string>> = {},
): LearnedList[] {
  const { size, page, offset } = plan ?? {};
  const ofPage = new Set([size, page, offset, plan?.sort, plan?.direction]);
  const own = lists.map((each) => ({
    ...each,
    stored: each.stored.filter(([, fields]) =>
      Object.entries(under).every(
        ([member, from]) => toKeyText(getMember(fields, member)) === getMember(each.scene.message, from),
      ),
    ),
  }));
  const found: LearnedList[] = [];
  const filters = new Map<string, (fields: Fields, value: string) => boolean>();
  for (const name of new Set(own.flatMap(({ scene }) => Object.keys(scene.exchange.query)))) {
    if (ofPage.has(name)) continue;
    const filter = findFilter(own, name);
    if (filter === undefined) continue;
    filters.set(name, filter.holds);
    const { text, seen } = filter;
    if (filter.isEqual && plan?.filters[name] === filter.member) continue;
    found.push({ statement: { where: { [name]: text } }, says: `${name}: ${text}`, seen, contradicted: 0 });
  }
  const whole = own.map(({ scene, shown, stored }) => ({
    scene,
    shown,
    records: stored.filter(([, fields]) =>
      [...filters].every(([name, holds]) => {
        const value = scene.exchange.query[name];
        return value === undefined || holds(fields, value);
      }),
    ),
  }));
  const hidden = findHidden(whole);
  if (hidden !== undefined) found.push(hidden);
  const ordered = whole.flatMap(({ scene, shown, records }) => {
    const keys = records.map(([key]) => key);
    if (scene.exchange.query[plan?.sort ?? ''] !== undefined) return [];
    const places = shown.map((key) => keys.indexOf(key)).filter((place) => place >= 0);
    return places.length < 2 ? [] : [places];
  });
  const [up, down] = [1, -1].map(
    (way) =>
      ordered.filter((places) => places.every((place, at) => at === 0 || (place - (places[at - 1] ?? 0)) * way > 0))
        .length,
  );
  const isNewest = (down ?? 0) > (up ?? 0);
  if (isNewest) {
    const contradicted = ordered.length - (down ?? 0);
    found.push({ statement: { order: '-created' }, says: 'the newest first', seen: down ?? 0, contradicted });
  }
  const bare = whole.filter(
    ({ scene }) => ![size, page, offset].some((name) => name !== undefined && scene.exchange.query[name] !== undefined),
  );
  const longest = Math.max(0, ...bare.map(({ shown }) => shown.length));
  const cut = bare.filter(({ shown, records }) => records.length > shown.length);
  if (cut.length > 0 && cut.every(({ shown }) => shown.length === longest)) {
    const names = Object.fromEntries(Object.entries({ size, page, offset }).filter(([, name]) => name !== undefined));
    const statement = { page: { ...names, default: longest } };
    found.push({ statement, says: `${longest} records to a page`, seen: cut.length, contradicted: 0 });
  }
  return found;
}

/** Finds the state that all listed records have and no other record has. */
function findHidden(
  lists: readonly (Pick<StoredList, 'scene' | 'shown'> & { readonly records: readonly StoredRecord[] })[],
) {
  const rows = lists.flatMap(({ scene, shown, records }) => {
    const caller = new Map(termsOfCaller(scene.caller));
    return records.map(([key, fields]) => ({ caller, fields, isShown: shown.includes(key) }));
  });
  const [listed, left] = [true, false].map((isShown) => rows.filter((row) => row.isShown === isShown));
  if (listed === undefined || left === undefined || listed.length < 2 || left.length < 2) return undefined;
  for (const [member, value] of scalarsOf(listed[0]?.fields)) {
    const isWord = typeof value === 'string' || typeof value === 'boolean';
    const terms = [...(isWord ? [toLiteral(value)] : []), ...new Set(rows.flatMap(({ caller }) => [...caller.keys()]))];
    const found = terms.find((term) => {
      const isOf = ({ fields, caller }: (typeof rows)[number]) =>
        getMember(fields, member) === (caller.has(term) ? caller.get(term) : isWord ? value : null);
      return listed.every(isOf) && !left.some(isOf);
    });
    if (found === undefined) continue;
    const statement = { under: { [member]: found } };
    return { statement, says: `only ${member} ${found}`, seen: listed.length, contradicted: 0 };
  }
  return undefined;
}

/** Finds the member that a parameter filters by: all listed records match, and some unlisted records do not. */
function findFilter(lists: readonly StoredList[], name: string) {
  const rows = lists.flatMap((each) => {
    const value = each.scene.exchange.query[name];
    return value === undefined || value === '' ? [] : [{ ...each, value }];
  });
  const members = countValues(
    rows.flatMap(({ stored }) => stored.slice(0, 5).flatMap(([, fields]) => scalarsOf(fields).map(([path]) => path))),
  );
  const candidates = members
    .flatMap(([member]) =>
      Object.entries(comparisons).map(([form, { holds, write }]) => {
        let [listed, excluded, extra] = [0, 0, 0];
        let isRight = true;
        for (const { shown, stored, value } of rows)
          for (const [key, fields] of stored) {
            const isMet = holds(getMember(fields, member), value);
            if (shown.includes(key)) {
              listed += 1;
              isRight &&= isMet;
            } else if (isMet) extra += 1;
            else excluded += 1;
          }
        const text = write(`self${member.split('.').reduce(readMember, '')}`);
        const rank = Number(member.split('.').at(-1)?.toLowerCase() === name.toLowerCase());
        return {
          member,
          isEqual: form === 'equal',
          holds: (fields: Fields, value: string) => holds(getMember(fields, member), value),
          text,
          seen: listed,
          excluded,
          extra,
          isRight,
          rank,
        };
      }),
    )
    .filter(({ isRight, seen, excluded }) => isRight && seen > 0 && excluded > 0);
  return candidates.sort((one, other) => one.extra - other.extra || other.rank - one.rank)[0];
}
