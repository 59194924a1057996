interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): unknown;
}

/** Returns the cached value of a key. Creates it if there is none. */
export function remember<Key, Value>(cache: Cache<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const known = cache.get(key);
  if (known !== undefined || cache.has(key)) return known as Value;
  const made = make(key);
  cache.set(key, made);
  return made;
}

/** Like {@link remember}, but evicts the oldest value once the cache has reached its maximum size. */
export function rememberSome<Key, Value>(
  cache: Map<Key, Value>,
  key: Key,
  most: number,
  make: (key: Key) => Value,
): Value {
  const known = cache.get(key);
  if (known !== undefined || cache.has(key)) return known as Value;
  const made = make(key);
  if (cache.size >= most) {
    const [oldest] = cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
  }
  cache.set(key, made);
  return made;
}
