/** Returns a short, stable hash of a text (32-bit FNV-1a in base 36). Do not use it for security purposes. */
export function shortHash(text: string): string {
  return hash(text).toString(36);
}

/** Shuffles a list with a seed (Fisher-Yates, mulberry32). */
export function shuffle<T>(items: readonly T[], seed: string): T[] {
  const keyed = [...items];
  let state = hash(seed);
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let last = keyed.length - 1; last > 0; last--) {
    const other = Math.floor(draw() * (last + 1));
    const [moved] = keyed.splice(other, 1);
    if (moved !== undefined) keyed.splice(last, 0, moved);
  }
  return keyed;
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}
