/** A part of a key. Parts of one kind compare as `<` does; booleans come before numbers, and numbers before text. */
export type KeyPart = string | number | boolean;

/** What entries of an index are ordered by: the parts one after another. */
export type IndexKey = readonly [] | readonly KeyPart[];

/** A key, or its first parts: a bound of a range, which stands for every key that begins with it. */
export type KeyStart<Key extends IndexKey> = Key extends readonly [...infer Head extends IndexKey, KeyPart]
  ? Key | KeyStart<readonly [...Head]>
  : Key;

/** Where an entry stands in an index. Entries of one key are ordered by the keys they are stored under. */
export interface Position {
  readonly parts: IndexKey;
  readonly key: string;
  /** Of a bound: -1 stands before every position that begins with its parts, 1 behind them. */
  readonly edge: -1 | 0 | 1;
}

/** Compares text by its UTF-16 code units, the same on every machine. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Compares positions part by part. */
export function comparePositions(left: Position, right: Position): number {
  const shared = Math.min(left.parts.length, right.parts.length);
  for (let at = 0; at < shared; at += 1) {
    const order = compareParts(left.parts[at], right.parts[at]);
    if (order !== 0) return order;
  }
  if (left.edge !== right.edge) return left.edge - right.edge;
  return left.parts.length - right.parts.length || compareText(left.key, right.key);
}

function compareParts(left: KeyPart = false, right: KeyPart = false): number {
  if (left === right) return 0;
  // The names of the three kinds are in the order of the kinds.
  if (typeof left !== typeof right) return compareText(typeof left, typeof right);
  return left < right ? -1 : 1;
}

/** @throws TypeError for what does not order: anything but text, booleans and finite numbers */
export function checkedKey(key: IndexKey, index: string): IndexKey {
  for (const part of key) {
    const orders =
      typeof part === 'number' ? Number.isFinite(part) : typeof part === 'string' || typeof part === 'boolean';
    if (!orders) throw new TypeError(`Index "${index}" has a key with ${String(part)}, which has no place in an order`);
  }
  return key;
}
