type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** T without undefined: members that allow undefined become optional. */
type Compact<T> = { readonly [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & {
  readonly [K in OptionalKeys<T>]?: Exclude<T[K], undefined>;
};

/** Removes keys without a value, so that a model is plain JSON and two models compare by their terms. */
export const omitEmpty = <const T extends object>(fields: T): Compact<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Compact<T>;

/** Removes keys without a value. Returns undefined if no key is left. */
export const omitEmptyOrUndefined = <const T extends object>(fields: T): Compact<T> | undefined => {
  const result = omitEmpty(fields);
  return Object.keys(result).length === 0 ? undefined : result;
};
