type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** T without undefined: members with undefined in T become optional. */
export type Present<T> = { readonly [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & {
  readonly [K in OptionalKeys<T>]?: Exclude<T[K], undefined>;
};

/** Removes keys without a value, so a model is plain JSON and two models compare by their terms. */
export const present = <const T extends object>(fields: T): Present<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;

/** The same, or undefined when no key is left. */
export const presentOrNothing = <const T extends object>(fields: T): Present<T> | undefined => {
  const result = present(fields);
  return Object.keys(result).length === 0 ? undefined : result;
};
