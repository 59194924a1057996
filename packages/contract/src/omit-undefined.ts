type OptionalKeys<Value> = { [Key in keyof Value]: undefined extends Value[Key] ? Key : never }[keyof Value];

/** The type of {@link omitUndefined}: a member that can be undefined is optional. */
export type OmitUndefined<Value> = Omit<Value, OptionalKeys<Value>> & {
  [Key in OptionalKeys<Value>]?: Exclude<Value[Key], undefined>;
};

export function omitUndefined<Value extends object>(value: Value): OmitUndefined<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as OmitUndefined<Value>;
}
