/** Returns the members of an object, or the items of an array by index. Other values have no members. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
