/** Caches the result of a function after its first call. */
export function memoize<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A stored model. */
interface Stored {
  /** The engine's model as JSON. */
  readonly model: string;
}

/**
 * The model of a seed. The model of a trusted seed is trained on its first read, because it is rarely needed. Its value
 * depends only on the data and the day. All sandboxes that share the record share the model.
 *
 * @param train trains the model of immutable data
 * @param trusted whether the seed is part of the program; errors of other seeds are reported immediately
 * @param more other stored members of the model
 * @throws errors of `train`
 */
export function seededModel<More extends object>(train: () => unknown, trusted: boolean, more: More): Stored & More {
  const model = memoize(() => JSON.stringify(train()));
  const stored = Object.freeze({
    get model(): string {
      return model();
    },
    ...more,
  });
  return trusted ? stored : Object.freeze({ ...stored });
}
