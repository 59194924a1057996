import { stringifyJson } from '@understudy/contract';
import type sortedBtree from 'sorted-btree';
import { bulkLoad } from 'sorted-btree/extended/bulkLoad.js';
import { checkIndexKey, comparePositions, compareText, type IndexKey, type IndexPosition } from './index-key.js';
import { SerializedEntry } from './serialized-page.js';
import type { CollectionEntry, StoredPage } from './store.js';

/** Wide nodes make counting and copying cheap. */
const nodeSize = 128;

interface Ordering {
  keyOf(value: unknown): IndexKey | undefined;
}

/** A range of an index, with bounds as in {@link Collection.range}. */
export interface EntryRange {
  readonly index: string;
  readonly keyOf: Ordering['keyOf'] | undefined;
  readonly from: IndexKey | undefined;
  readonly to: IndexKey | undefined;
  readonly reverse: boolean;
  readonly after: CollectionEntry<unknown> | undefined;
}

/** A range, expressed as positions in a tree. */
interface Bounds<Place> {
  readonly low: Place | undefined;
  readonly high: Place | undefined;
  readonly after: Place | undefined;
  readonly reverse: boolean;
}

/** An entry in memory, or one that is parsed when it is read. */
type Held = CollectionEntry<unknown>;

type Tree<Place> = sortedBtree.default<Place, Held>;

interface KeptIndex {
  readonly name: string;
  readonly keyOf: Ordering['keyOf'];
  readonly tree: Tree<IndexPosition>;
  readonly starts: StartCounts;
}

/** Entries by key. Indexes, including the order of keys, are created on first use. */
export class OrderedEntries {
  readonly #entries = new Map<string, Held>();
  #byKey: Tree<string> | undefined;
  #indexes = new Map<string, KeptIndex>();
  #version = 0;

  get size(): number {
    return this.#entries.size;
  }

  get version(): number {
    return this.#version;
  }

  get(key: string): CollectionEntry<unknown> | undefined {
    const held = this.#entries.get(key);
    return held === undefined ? undefined : toPlain(held);
  }

  /** Adds stored entries to a collection that has no index yet. */
  load({ entries }: StoredPage): void {
    for (const entry of entries) this.#entries.set(entry.key, entry);
    this.#version += 1;
  }

  put(key: string, value: unknown): void {
    const before = this.#entries.get(key);
    const entry = Object.freeze({ key, value });
    // Done first, because it can throw.
    const places: { readonly index: KeptIndex; readonly place: IndexPosition | undefined }[] = [];
    for (const index of this.#indexes.values()) places.push({ index, place: placeIn(index, entry) });
    for (const { index, place } of places) {
      const left = before === undefined ? undefined : placeIn(index, before);
      if (left !== undefined && (place === undefined || comparePositions(left, place) !== 0)) takeFrom(index, left);
      if (place !== undefined) putInto(index, place, entry);
    }
    this.#entries.set(key, entry);
    this.#byKey?.set(key, entry);
    this.#version += 1;
  }

  delete(key: string): void {
    const before = this.#entries.get(key);
    if (before === undefined) return;
    for (const index of this.#indexes.values()) {
      const place = placeIn(index, before);
      if (place !== undefined) takeFrom(index, place);
    }
    this.#entries.delete(key);
    this.#byKey?.delete(key);
    this.#version += 1;
  }

  /** Returns the entries in key order. Later changes do not affect the iteration. */
  now(): Iterable<CollectionEntry<unknown>> {
    return plainEntries(this.#inKeyOrder.clone().values());
  }

  /** Returns the entries of a range, in order. */
  walk(range: EntryRange): Iterable<CollectionEntry<unknown>> {
    if (range.keyOf === undefined) return between(this.#inKeyOrder, compareText, keyBounds(range));
    return between(this.#index(range.index, range.keyOf).tree, comparePositions, positionBounds(range, range.keyOf));
  }

  /** Returns the number of entries within the bounds. */
  count({ index, keyOf, from, to }: EntryRange): number {
    const whole = { index, keyOf, from, to, reverse: false, after: undefined };
    if (keyOf === undefined) return countBetween(this.#inKeyOrder, compareText, keyBounds(whole));
    const { tree, starts } = this.#index(index, keyOf);
    const known = from !== undefined && isSame(from, to) ? starts.of(from, () => keysOf(tree)) : undefined;
    return known ?? countBetween(tree, comparePositions, positionBounds(whole, keyOf));
  }

  get #inKeyOrder(): Tree<string> {
    this.#byKey ??= createTree([...this.#entries], compareText);
    return this.#byKey;
  }

  #index(name: string, keyOf: Ordering['keyOf']): KeptIndex {
    const known = this.#indexes.get(name);
    if (known !== undefined && known.keyOf === keyOf) return known;
    const places: [IndexPosition, Held][] = [];
    const starts = new StartCounts();
    for (const entry of this.#entries.values()) {
      const place = placeIn({ name, keyOf }, entry);
      if (place === undefined) continue;
      places.push([place, entry]);
      starts.note(place.parts, 1);
    }
    const made: KeptIndex = { name, keyOf, tree: createTree(places, comparePositions), starts };
    this.#indexes.set(name, made);
    return made;
  }
}

/** Builds a tree from all entries at once. Inserting them one by one would take several times as long. */
function createTree<Place>(entries: [Place, Held][], compare: (left: Place, right: Place) => number): Tree<Place> {
  entries.sort(([left], [right]) => compare(left, right));
  const [places, values] = [entries.map(([place]) => place), entries.map(([, entry]) => entry)];
  return bulkLoad(places, values, nodeSize, compare);
}

function toPlain(held: Held): CollectionEntry<unknown> {
  return held instanceof SerializedEntry ? held.plain : held;
}

function* plainEntries(entries: Iterable<Held>): Generator<CollectionEntry<unknown>> {
  for (const held of entries) yield toPlain(held);
}

/** Returns whether an entry is within the bounds. */
export function isInRange({ index, keyOf, from, to }: EntryRange, entry: CollectionEntry<unknown>): boolean {
  const parts = keyOf === undefined ? [entry.key] : keyOf(entry.value);
  if (parts === undefined) return false;
  const place: IndexPosition = { parts: checkIndexKey(parts, index), key: entry.key, edge: 0 };
  return (
    (from === undefined || comparePositions(place, boundAt(from, -1)) > 0) &&
    (to === undefined || comparePositions(place, boundAt(to, 1)) < 0)
  );
}

/** Compares two entries of an index in the order of a range. */
export function compareEntries(
  { keyOf, reverse }: EntryRange,
  left: CollectionEntry<unknown>,
  right: CollectionEntry<unknown>,
): number {
  const place = ({ key, value }: CollectionEntry<unknown>): IndexPosition => ({
    parts: keyOf?.(value) ?? [],
    key,
    edge: 0,
  });
  const order = comparePositions(place(left), place(right));
  return reverse ? -order : order;
}

function putInto({ tree, starts }: KeptIndex, place: IndexPosition, entry: CollectionEntry<unknown>): void {
  if (tree.set(place, entry)) starts.note(place.parts, 1);
}

function takeFrom({ tree, starts }: KeptIndex, place: IndexPosition): void {
  if (tree.delete(place)) starts.note(place.parts, -1);
}

function* keysOf(tree: Tree<IndexPosition>): Generator<IndexKey> {
  for (const { parts } of tree.keys()) yield parts;
}

function isSame(from: IndexKey, to: IndexKey | undefined): boolean {
  return from.length === to?.length && from.every((part, at) => part === to[at]);
}

function placeIn({ name, keyOf }: Pick<KeptIndex, 'name' | 'keyOf'>, { key, value }: CollectionEntry<unknown>) {
  const parts = keyOf(value);
  return parts === undefined
    ? undefined
    : ({ parts: checkIndexKey(parts, name), key, edge: 0 } satisfies IndexPosition);
}

function boundAt(parts: IndexKey, edge: -1 | 1): IndexPosition {
  return { parts, key: '', edge };
}

function keyBounds({ from, to, reverse, after }: EntryRange): Bounds<string> {
  const text = (part: unknown) => (part === undefined ? undefined : String(part));
  return { low: text(from?.[0]), high: text(to?.[0]), after: after?.key, reverse };
}

function positionBounds(
  { index, from, to, reverse, after }: EntryRange,
  keyOf: Ordering['keyOf'],
): Bounds<IndexPosition> {
  return {
    low: from === undefined ? undefined : boundAt(from, -1),
    high: to === undefined ? undefined : boundAt(to, 1),
    after: after === undefined ? undefined : placeIn({ name: index, keyOf }, after),
    reverse,
  };
}

function* between<Place>(
  tree: Tree<Place>,
  compare: (left: Place, right: Place) => number,
  { low, high, after, reverse }: Bounds<Place>,
): Generator<CollectionEntry<unknown>> {
  const [first, last] = reverse ? [high, low] : [low, high];
  const along = (left: Place, right: Place) => (reverse ? compare(right, left) : compare(left, right));
  const goesOn = after !== undefined && (first === undefined || along(after, first) > 0);
  const start = goesOn ? after : first;
  for (const [place, entry] of reverse ? tree.entriesReversed(start) : tree.entries(start)) {
    if (last !== undefined && along(place, last) > 0) return;
    if (after === undefined || along(place, after) > 0) yield toPlain(entry);
  }
}

function countBetween<Place>(
  tree: Tree<Place>,
  compare: (left: Place, right: Place) => number,
  { low, high }: Pick<Bounds<Place>, 'low' | 'high'>,
): number {
  if (low === undefined && high === undefined) return tree.size;
  const [first, last] = [low ?? tree.minKey(), high ?? tree.maxKey()];
  if (first === undefined || last === undefined || compare(first, last) > 0) return 0;
  return tree.forRange(first, last, true);
}

/** Counts keys by prefix, for each prefix length that has been requested. */
class StartCounts {
  /** Counts by prefix length, then by prefix. */
  readonly #counts = new Map<number, Map<string, number>>();
  /** Number of parts of the shortest key. Longer prefixes cannot be counted. */
  #shortest = Number.POSITIVE_INFINITY;

  /** Counts an added or removed key. */
  note(key: IndexKey, by: 1 | -1): void {
    this.#shortest = Math.min(this.#shortest, key.length);
    for (const [length, counts] of this.#counts) if (length <= key.length) add(counts, key.slice(0, length), by);
  }

  /**
   * Returns the number of keys with these first parts; undefined if some keys are shorter.
   * @param keys all keys, read once per number of parts
   */
  of(start: IndexKey, keys: () => Iterable<IndexKey>): number | undefined {
    if (start.length > this.#shortest) return undefined;
    let counts = this.#counts.get(start.length);
    if (counts === undefined) {
      counts = new Map();
      for (const key of keys()) add(counts, key.slice(0, start.length), 1);
      this.#counts.set(start.length, counts);
    }
    return counts.get(textOf(start)) ?? 0;
  }
}

function add(counts: Map<string, number>, start: IndexKey, by: 1 | -1): void {
  const text = textOf(start);
  const count = (counts.get(text) ?? 0) + by;
  if (count === 0) counts.delete(text);
  else counts.set(text, count);
}

function textOf(start: IndexKey): string {
  return stringifyJson(start);
}
