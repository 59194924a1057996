/** Size in bytes from which a value is measured only once. */
const large = 100_000;
const measured = new WeakMap<object, number>();
/** Matches strings that are stored with two bytes per character. Short strings are exempt. */
const wide = /[\u0100-\uffff]/;
const shortText = 50;

/** Estimates the heap memory of a JSON value. A large value must be frozen. */
export function estimateHeapBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return bytesOf(value);
  const known = measured.get(value);
  if (known !== undefined) return known;
  const bytes = bytesOf(value);
  if (bytes >= large) measured.set(value, bytes);
  return bytes;
}

/** Excludes a shared value from all counts. */
export function markShared(value: unknown): void {
  if (typeof value === 'object' && value !== null) measured.set(value, 0);
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length * (value.length > shortText && wide.test(value) ? 2 : 1);
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 40;
  // The loops allocate nothing, because every stored record is measured.
  if (Array.isArray(value)) for (let index = 0; index < value.length; index += 1) bytes += 8 + bytesOf(value[index]);
  else {
    const parts = value as Readonly<Record<string, unknown>>;
    for (const name in parts) bytes += 16 + name.length + bytesOf(parts[name]);
  }
  return bytes;
}
