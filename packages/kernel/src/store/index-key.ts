/** A part of an index key. Booleans sort before numbers, and numbers before text. */
type KeyPart = string | number | bigint | boolean;

/** The sort key of an index. Keys are compared part by part. */
export type IndexKey = readonly [] | readonly KeyPart[];

/** A key or its first parts, used as the bound of a range. */
export type IndexKeyPrefix<Key extends IndexKey> = Key extends readonly [...infer Head extends IndexKey, KeyPart]
  ? Key | IndexKeyPrefix<readonly [...Head]>
  : Key;

/** A position in an index. Equal index keys are sorted by record key. */
export interface IndexPosition {
  readonly parts: IndexKey;
  readonly key: string;
  /** For a bound, -1 means before all positions with these parts, and 1 means after them. */
  readonly edge: -1 | 0 | 1;
}

/** Compares strings by UTF-16 code units, regardless of locale. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function comparePositions(left: IndexPosition, right: IndexPosition): number {
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
  // The names of the three types sort in the same order as the types.
  if (typeOf(left) !== typeOf(right)) return compareText(typeOf(left), typeOf(right));
  return left < right ? -1 : 1;
}

function typeOf(part: KeyPart): string {
  return typeof part === 'bigint' ? 'number' : typeof part;
}

/** @throws TypeError if a part is not text, a boolean or a finite number */
export function checkIndexKey(key: IndexKey, index: string): IndexKey {
  for (const part of key) {
    const orders =
      typeof part === 'number' ? Number.isFinite(part) : ['string', 'bigint', 'boolean'].includes(typeof part);
    if (!orders) throw new TypeError(`Index "${index}" has a key with ${String(part)}, which cannot be sorted`);
  }
  return key;
}
