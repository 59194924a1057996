import { toKeyText } from '@understudy/described';
import { getMember, mapLeaves } from '@understudy/model';
import type { OperationExchange } from './learn-http-conventions.js';
import { type RecordUse, recordsIn } from './record-uses.js';

/** Records by collection. */
export type LearnedSeed = Readonly<Record<string, readonly unknown[]>>;

const mostRecords = 1000;
const amount = /(?:amount|price|total|salary|balance|cost|fee|sum)$/i;

/** Learns the records that exist before any request of the recording creates them. */
export function learnSeed(
  all: readonly OperationExchange[],
  uses: ReadonlyMap<string, RecordUse>,
  collections: ReadonlySet<string>,
): LearnedSeed {
  const records = new Map<string, Map<string, unknown>>();
  const created = new Set<string>();
  const listed = new Set<string>();
  for (const { operation, exchange } of all) {
    const use = uses.get(operation.id);
    const { status, url } = exchange.entry;
    if (use === undefined || status >= 300 || !collections.has(use.resource)) continue;
    for (const record of recordsIn(use, exchange)) {
      const key = toKeyText(getMember(record, use.key)) ?? '';
      const own = records.get(use.resource) ?? new Map<string, unknown>();
      const isRead = use.does === 'read' || use.does === 'list';
      // A list that did not show it before shows that it is new.
      if (!isRead || (use.does === 'list' && listed.has(url) && !own.has(key))) created.add(`${use.resource} ${key}`);
      if (created.has(`${use.resource} ${key}`) || own.has(key) || own.size >= mostRecords) continue;
      records.set(use.resource, own.set(key, record));
    }
    if (use.does === 'list') listed.add(url);
  }
  return Object.fromEntries([...records].map(([name, own]) => [name, [...own.values()]]));
}

/**
 * Changes amounts by a few percent. Equal amounts stay equal, so sums of one share stay right.
 *
 * @param keep names of amounts that stay
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
