/** An object or a function as its members. Another value has none. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObjectOrFunction(value) ? value : {};
}

function isObjectOrFunction(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
