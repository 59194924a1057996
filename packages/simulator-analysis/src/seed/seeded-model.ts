/** Caches the result of a function after its first call. */
export function memoize<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

interface Stored {
  /** The engine's model as JSON. */
  readonly model: string;
}

/**
 * Creates the model of a seed. The model of a trusted seed is trained on first read, and shared by the sandboxes of a
 * day.
 * @throws errors of `train`
 */
export function createSeededModel<More extends object>(
  train: () => unknown,
  trusted: boolean,
  more: More,
): Stored & More {
  const model = memoize(() => JSON.stringify(train()));
  const stored = Object.freeze({
    get model(): string {
      return model();
    },
    ...more,
  });
  return trusted ? stored : Object.freeze({ ...stored });
}
