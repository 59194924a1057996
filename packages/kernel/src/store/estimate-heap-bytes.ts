/** Larger values are measured once. */
const large = 100_000;
const measured = new WeakMap<object, number>();
/** Such text takes two bytes per character, except in short texts. */
const wide = /[\u0100-\uffff]/;
const shortText = 50;

/** Approximate heap memory of a JSON value. A large one must be frozen. */
export function estimateHeapBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return bytesOf(value);
  const known = measured.get(value);
  if (known !== undefined) return known;
  const bytes = bytesOf(value);
  if (bytes >= large) measured.set(value, bytes);
  return bytes;
}

/** Excludes a value from the count, because the server shares it. */
export function markShared(value: unknown): void {
  if (typeof value === 'object' && value !== null) measured.set(value, 0);
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length * (value.length > shortText && wide.test(value) ? 2 : 1);
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 40;
  // Loops without allocation, because every stored record is measured.
  if (Array.isArray(value)) for (let index = 0; index < value.length; index += 1) bytes += 8 + bytesOf(value[index]);
  else {
    const parts = value as Readonly<Record<string, unknown>>;
    for (const name in parts) bytes += 16 + name.length + bytesOf(parts[name]);
  }
  return bytes;
}
