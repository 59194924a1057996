/** Freezes a value with all its parts. Its loops allocate nothing: this is called for each record that is stored. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) for (let index = 0; index < value.length; index += 1) freeze(value[index]);
  else for (const name in value) freeze(value[name]);
  return Object.freeze(value);
}
