import { compareIn, type OrderedEntries, type Range } from './ordered-entries.js';
import type { StagedEntries } from './staged-entries.js';
import type { Entry } from './store.js';

/** What a range gave, and which committed entries had to be looked at for it. */
interface Ranged {
  readonly found: Entry<unknown>[];
  readonly walked: readonly Entry<unknown>[];
  /** Whether everything in the range was looked at. */
  readonly toTheEnd: boolean;
}

/** The entries of a range in its order: the committed ones, and what is staged in their place and among them. */
export function rangeOver(
  committed: OrderedEntries | undefined,
  staged: StagedEntries | undefined,
  range: Range,
  limit: number,
): Ranged {
  const found: Entry<unknown>[] = [];
  const walked: Entry<unknown>[] = [];
  const own = staged?.walk(range)[Symbol.iterator]();
  let ownNext = own?.next().value;
  if (limit <= 0) return { found, walked, toTheEnd: false };
  for (const entry of committed?.walk(range) ?? []) {
    walked.push(entry);
    while (ownNext !== undefined && compareIn(range, ownNext, entry) <= 0) {
      found.push(ownNext);
      if (found.length >= limit) return { found, walked, toTheEnd: false };
      ownNext = own?.next().value;
    }
    if (staged?.has(entry.key)) continue;
    found.push(entry);
    if (found.length >= limit) return { found, walked, toTheEnd: false };
  }
  for (; ownNext !== undefined && found.length < limit; ownNext = own?.next().value) found.push(ownNext);
  return { found, walked, toTheEnd: true };
}
