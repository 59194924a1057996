/** What is made by a function the first time someone asks for it, and kept. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A model as it is stored. */
interface Stored {
  /** The engine's model as JSON. */
  readonly model: string;
}

/**
 * The model of a seed. That of a seed that ships is trained when it is first read: mostly no one asks for it, and its
 * outcome depends on nothing but the data and the day that it is made from, whenever that is. The store keeps it as it
 * is, and all sandboxes that share the record share the model.
 *
 * @param train makes the model of what no one changes any more
 * @param trusted whether the seed ships; what is wrong with any other one has to be reported at once
 * @param more what is stored beside the model
 * @throws what `train` throws
 */
export function seededModel<More extends object>(train: () => unknown, trusted: boolean, more: More): Stored & More {
  const model = once(() => JSON.stringify(train()));
  const stored = Object.freeze({
    get model(): string {
      return model();
    },
    ...more,
  });
  return trusted ? stored : Object.freeze({ ...stored });
}
