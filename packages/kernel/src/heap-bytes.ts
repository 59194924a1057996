/** Values of this size are measured once. */
const large = 100_000;
const measured = new WeakMap<object, number>();
/** Such a text takes two bytes a character. */
const wide = /[\u0100-\uffff]/;

/** Bytes of the heap that a value of JSON takes, about. A large one must be frozen. */
export function heapBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return bytesOf(value);
  const known = measured.get(value);
  if (known !== undefined) return known;
  const bytes = bytesOf(value);
  if (bytes >= large) measured.set(value, bytes);
  return bytes;
}

/** Counts nothing for a value from now on: the server holds it anyway, and whoever else does only shares it. */
export function sharesFrom(value: unknown): void {
  if (typeof value === 'object' && value !== null) measured.set(value, 0);
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length * (wide.test(value) ? 2 : 1);
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 40;
  if (Array.isArray(value)) for (const item of value) bytes += 8 + bytesOf(item);
  else for (const [name, part] of Object.entries(value)) bytes += 16 + name.length + bytesOf(part);
  return bytes;
}
