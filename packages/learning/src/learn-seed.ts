import { toKeyText, valuesByPosition } from '@understudy/described';
import { getMember, mapLeaves, remember } from '@understudy/model';
import { looksLikeId } from './find-paths.js';
import type { OperationExchange } from './learn-http-conventions.js';
import { type RecordUse, recordsIn, scalarsOf } from './record-use.js';
import { isDone } from './recorded-exchange.js';

/** Records by collection. */
export type LearnedSeed = Readonly<Record<string, readonly unknown[]>>;

const mostRecords = 1000;
const amount = /(?:amount|price|total|salary|balance|cost|fee|sum)$/i;

/** Learns the records that existed before the recording. */
export function learnSeed(
  all: readonly OperationExchange[],
  uses: ReadonlyMap<string, RecordUse>,
  collections: ReadonlySet<string>,
): LearnedSeed {
  const records = new Map<string, Map<string, object>>();
  /** Keys that first appeared in responses to changes. */
  const made = new Set<string>();
  const known = new Set<string>();
  const listed = new Set<string>();
  const start = all[0]?.exchange.at ?? 0;
  for (const { operation, exchange } of all) {
    const use = uses.get(operation.id);
    const { url, method } = exchange.entry;
    if (!isDone(exchange)) continue;
    for (const value of [...valuesByPosition({ body: exchange.answer }).values()].flat()) {
      // A number can be the key of another record.
      if (typeof value !== 'string' || known.has(value)) continue;
      known.add(value);
      if (method !== 'GET' && looksLikeId(value)) made.add(value);
    }
    if (use === undefined || !collections.has(use.resource)) continue;
    const own = remember(records, use.resource, () => new Map<string, object>());
    for (const record of recordsIn(use, exchange)) {
      const key = toKeyText(getMember(record, use.key)) ?? '';
      const earlier = own.get(key);
      const isRead = use.does === 'read' || use.does === 'list';
      // A record is new if an earlier response of the same list did not contain it, or if its timestamps show so.
      const isNew = earlier === undefined && (listed.has(url) || startsAfter(record, start, exchange.at));
      if (!isRead || (use.does === 'list' && isNew)) made.add(`${use.resource} ${key}`);
      if (made.has(key) || made.has(`${use.resource} ${key}`)) continue;
      if (earlier !== undefined || own.size < mostRecords) own.set(key, { ...record, ...earlier });
    }
    if (use.does === 'list') listed.add(url);
  }
  return Object.fromEntries([...records].flatMap(([name, own]) => (own.size === 0 ? [] : [[name, [...own.values()]]])));
}

/** Returns whether all past timestamps of a record are after the start of the recording. */
function startsAfter(record: object, start: number, now: number): boolean {
  const times = scalarsOf(record)
    .map(([, value]) => (/^\d{4}-\d\d-\d\dT/.test(String(value)) ? Date.parse(String(value)) : Number.NaN))
    .filter((time) => time <= now);
  return times.length > 0 && Math.min(...times) > start;
}

/**
 * Changes amounts by a few percent. Equal amounts remain equal, so shares and sums stay consistent.
 *
 * @param keep names of amounts that must not change
 */
export function changeAmounts(seed: LearnedSeed, keep: readonly string[]): LearnedSeed {
  const changed = (leaf: unknown, name: string) => {
    if (typeof leaf !== 'number' || !amount.test(name) || keep.includes(name)) return leaf;
    return Number.isInteger(leaf) ? Math.round(leaf * 1.07) : Number((leaf * 1.07).toFixed(2));
  };
  return Object.fromEntries(
    Object.entries(seed).map(([name, records]) => [name, records.map((each) => mapLeaves(each, changed))]),
  );
}
