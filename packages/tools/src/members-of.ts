/** Returns the members of an object or a function. Other values have none. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObjectOrFunction(value) ? value : {};
}

function isObjectOrFunction(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
