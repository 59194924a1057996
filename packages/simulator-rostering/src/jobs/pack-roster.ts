/** Encodes a roster for storage as base64 of 16-bit numbers, low byte first. */
export function packRoster(roster: Int16Array): string {
  const bytes = Buffer.alloc(roster.length * 2);
  for (const [index, shift] of roster.entries()) bytes.writeInt16LE(shift, index * 2);
  return bytes.toString('base64');
}

/** Decodes a roster encoded by {@link packRoster}. */
export function unpackRoster(text: string): Int16Array {
  const bytes = Buffer.from(text, 'base64');
  return Int16Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2));
}
